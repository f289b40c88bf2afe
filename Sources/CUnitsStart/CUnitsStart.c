// What is ours in place of the Swift runtime's: for the programs of this package, which contain this
// file; a library never does.
//
// Where Swift's `CommandLine` gets a program's words from.
//
// The Swift runtime learns them before `main` by reading /proc/self/maps and searching the stack: a
// fifth of the instructions of a program that runs for a millisecond, and 6 % of its time: a `unitsctl
// get` takes 1,045 µs with this file and 1,108 µs without (medians of 4,000, by turns). glibc hands them to every
// constructor (its init_array calls take the arguments of main), so they are kept from there. Both
// functions are the runtime's own, declared in its SwiftShims/GlobalObjects.h; since they are defined
// here, a statically linked program leaves out the runtime's file that holds them.

static int word_count;
static char **words;

__attribute__((constructor)) static void keep_words(int count, char **arguments) {
  word_count = count;
  words = arguments;
}

char **_swift_stdlib_getUnsafeArgvArgc(int *count) {
  *count = word_count;
  return words;
}

void _swift_stdlib_overrideUnsafeArgvArgc(char **arguments, int count) {
  word_count = count;
  words = arguments;
}

