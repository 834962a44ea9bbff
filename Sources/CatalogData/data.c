#include "CatalogData.h"

const unsigned char catalog_checks[] = {
#embed "data/checks.json"
};
const size_t catalog_checks_size = sizeof catalog_checks;
