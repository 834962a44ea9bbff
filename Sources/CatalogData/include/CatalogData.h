#pragma once
#include <stddef.h>

// The built-in catalogue as bytes in the program, so that one binary works wherever it is moved.
extern const unsigned char catalog_checks[];
extern const size_t catalog_checks_size;
