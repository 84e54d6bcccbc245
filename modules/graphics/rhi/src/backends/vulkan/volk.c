/* volk, compiled into the backend under our own symbol names. */
#include "volk_names.h"

#include <volk.c>
