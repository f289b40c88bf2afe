// The system's XML parser, as Debian's libexpat1-dev installs it.
#include <expat.h>
