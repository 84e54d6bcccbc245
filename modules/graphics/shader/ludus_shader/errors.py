"""The one exception of the tool: a refusal that names the Slang file and line and says what to write instead."""


class ShaderError(Exception):
    """A program, a parameter or a tool that cannot be used. `where` is a source.Location or None."""

    def __init__(self, message, where=None):
        super().__init__(message)
        self.message = message
        self.where = where

    def __str__(self):
        if self.where is None:
            return f"ludus_compile_shader: error: {self.message}"
        return f"{self.where}: error: {self.message}"
