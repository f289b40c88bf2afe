// What unpacks gzip and the entries of archives, as Debian's zlib1g-dev installs it.
#include <zlib.h>
