"""The offline shader tool: one Slang program in, artifacts for every target, their reflection and one header out."""
