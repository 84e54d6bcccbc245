"""Runs the outside programs: their paths, the command lines that the manifest records, and readable failures."""

import os
import subprocess

from .errors import ShaderError


class Tools:
    """Paths of the programs, by role. Each command that runs is recorded with placeholders instead of folders."""

    def __init__(self, paths, placeholders):
        self.paths = paths
        # Longest first, so that a folder inside another one is replaced as itself.
        self.placeholders = sorted(placeholders.items(), key=lambda item: -len(item[0]))

    def display(self, arguments):
        shown = []
        for argument in arguments:
            for folder, placeholder in self.placeholders:
                argument = argument.replace(folder, placeholder)
            shown.append(argument)
        return shown

    def run(self, role, arguments, work=None):
        """Runs a program; returns (recorded command, standard output, standard error). Raises with its own words
        when it fails."""
        path = self.paths.get(role)
        if not path:
            raise ShaderError(f"the {role} program is not configured")
        command = [path, *arguments]
        try:
            result = subprocess.run(command, capture_output=True, text=True, cwd=work, timeout=300, check=False,
                                    encoding="utf-8", errors="replace")
        except (OSError, subprocess.TimeoutExpired) as problem:
            raise ShaderError(f"cannot run {path}: {problem}") from problem
        if result.returncode != 0:
            said = (result.stdout + result.stderr).strip()
            raise ToolFailure(role, result.returncode, said)
        return [os.path.basename(path), *self.display(arguments)], result.stdout, result.stderr


class ToolFailure(ShaderError):
    """A program that answered with an error of its own."""

    def __init__(self, role, code, said):
        super().__init__(f"{role} failed (exit {code}):\n{said}")
        self.role = role
        self.said = said
