/* The length of a vector, computed as glibc does from 2.35 on. Its hypotf of that version would keep the program from
   systems with 2.34 (Red Hat Enterprise Linux 9), and nothing else does: skrifa calls it. */
#include <math.h>

float hypotf(float x, float y) {
  if (isinf(x) || isinf(y)) return INFINITY;
  return (float)sqrt((double)x * x + (double)y * y);
}
