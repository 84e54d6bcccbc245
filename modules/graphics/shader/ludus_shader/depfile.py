"""Writes the make-style dependency file that lets a changed include rebuild just its users."""


def escape(path):
    return path.replace("\\", "/").replace(" ", "\\ ").replace("#", "\\#").replace("$", "$$")


def text(target, files):
    lines = " \\\n".join(f"  {escape(file)}" for file in files)
    return f"{escape(target)}: \\\n{lines}\n"
