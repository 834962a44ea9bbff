#include "PageData.h"

static const unsigned char style[] = {
#embed "data/page.css"
};

static const unsigned char worksheet_style[] = {
#embed "data/worksheet.css"
};

// One script of several files: what a file uses stands before it.
static const unsigned char worksheet_script[] = {
#embed "data/sha256.js"
    ,
#embed "data/values.js"
    ,
#embed "data/bundle.js"
    ,
#embed "data/worksheet-answers.js"
    ,
#embed "data/worksheet-draft.js"
    ,
#embed "data/worksheet-facts.js"
    ,
#embed "data/worksheet-file.js"
    ,
#embed "data/worksheet.js"
};

page_file page_style(void) { return (page_file){style, sizeof style}; }
page_file page_worksheet_style(void) { return (page_file){worksheet_style, sizeof worksheet_style}; }
page_file page_worksheet_script(void) { return (page_file){worksheet_script, sizeof worksheet_script}; }
