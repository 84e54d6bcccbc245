"""Runs many compilers at once and collects what they refuse."""
import os
import subprocess
from concurrent.futures import ThreadPoolExecutor


def run_all(jobs):
    """jobs: (label, command, standard input or None). Returns the text of each failure, in order."""
    def one(job):
        label, command, text = job
        try:
            done = subprocess.run(command, input=text, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        except OSError as error:
            return f"{label}: {error}; scripts/setup installs it"
        return None if done.returncode == 0 else f"{label}:\n{done.stdout.strip()}"

    with ThreadPoolExecutor(os.cpu_count() or 2) as pool:
        return [failure for failure in pool.map(one, jobs) if failure]


def report(name, failures, count, what):
    """Prints the failures or one line of success; returns the exit status. Nothing checked is a failure too."""
    if count == 0:
        failures = [f"no {what} found: the check has nothing to look at"]
    for failure in failures:
        print(failure)
    print(f"{name}: {len(failures)} of {count} {what} refused" if failures else f"{name}: {count} {what} pass")
    return 1 if failures else 0
