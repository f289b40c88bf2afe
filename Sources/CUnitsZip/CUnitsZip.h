// What unpacks gzip and zip: zlib, and minizip, which is kept with it; as Debian's libminizip-dev and
// the zlib1g-dev that belongs to it install them.
#include <zlib.h>
#include <minizip/unzip.h>
