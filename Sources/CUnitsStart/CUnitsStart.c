// What is ours in place of the Swift runtime's: for the programs of this package, which contain this
// file; a library never does.
//
// Where Swift's `CommandLine` gets a program's words from.
//
// The Swift runtime learns them before `main` by reading /proc/self/maps and searching the stack: a
// fifth of the instructions of a program that runs for a millisecond. glibc hands them to every
// constructor (its init_array calls take the arguments of main), so they are kept from there. Both
// functions are the runtime's own, declared in its SwiftShims/GlobalObjects.h; since they are defined
// here, a statically linked program leaves out the runtime's file that holds them.

// The linker reads these. Being looked for here, they are among the files on which this one depends,
// so that a build after a change of one of them links anew.
#if !__has_include("functions.txt") || !__has_include("sections.ld")
#error "functions.txt and sections.ld belong beside this file"
#endif

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

// The names of all characters of Unicode, for `Unicode.Scalar.Properties.name`, are a sixteenth of a
// program. Nobody here asks for them, but the linker cannot know that: it is told to take this
// function for the runtime's, which is then left out with its tables. It says that a character has no
// name.
long __wrap__swift_stdlib_getScalarName(unsigned scalar, unsigned char *buffer, long capacity) {
  (void)scalar, (void)buffer, (void)capacity;
  return 0;
}

// Before `main` the runtime looks beside each program and above it for the one that shows where a
// crash was: nine places, in a process that runs for a millisecond, and it is in none of them. It is
// told so; `SWIFT_BACKTRACE=swift-backtrace=PATH` names it where somebody has it.
char *__wrap_swift_copyAuxiliaryExecutablePath(const char *name) {
  (void)name;
  return 0;
}
