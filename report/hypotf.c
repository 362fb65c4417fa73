/* The length of a vector, computed as glibc does from 2.35 on. skrifa calls it: linked with such a glibc, the program
   would ask for that version of it, and for nothing else that is newer than 2.34 (Red Hat Enterprise Linux 9). */
#include <math.h>

float hypotf(float x, float y) {
  if (isinf(x) || isinf(y)) return INFINITY;
  return (float)sqrt((double)x * x + (double)y * y);
}
