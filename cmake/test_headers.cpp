// Has nothing: its target compiles, once for every test program of a build, the headers that they all include.
