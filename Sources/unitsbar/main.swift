// unitsbar: the program; its whole is in its library.
