#include "PageData.h"

static const unsigned char style[] = {
#embed "data/page.css"
};

page_file page_style(void) { return (page_file){style, sizeof style}; }
