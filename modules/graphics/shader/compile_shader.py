"""Entry script of the shader tool: what ludus_compile_shader runs."""

import sys

from ludus_shader.cli import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
