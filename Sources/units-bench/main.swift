// units-bench: the program; its whole is in its library.
