// The words that a program was started with; see CUnitsStart.c. Nothing is to be called from here.
