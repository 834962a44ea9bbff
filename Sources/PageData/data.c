#include "PageData.h"

static const unsigned char style[] = {
#embed "data/page.css"
};

// The style of pages with forms.
static const unsigned char form_style[] = {
#embed "data/forms.css"
};

// The script that writes and saves a bundle: several files, of which each uses those before it.
static const unsigned char bundle_script[] = {
#embed "data/sha256.js"
    ,
#embed "data/bundle.js"
    ,
#embed "data/file.js"
};

static const unsigned char worksheet_style[] = {
#embed "data/worksheet.css"
};

static const unsigned char worksheet_script[] = {
#embed "data/values.js"
    ,
#embed "data/worksheet-answers.js"
    ,
#embed "data/worksheet-components.js"
    ,
#embed "data/worksheet-draft.js"
    ,
#embed "data/worksheet-facts.js"
    ,
#embed "data/worksheet-pictures.js"
    ,
#embed "data/worksheet-limits.js"
    ,
#embed "data/worksheet-bar.js"
    ,
#embed "data/worksheet.js"
};

static const unsigned char tap_style[] = {
#embed "data/tap.css"
};

static const unsigned char tap_script[] = {
#embed "data/tap-random.js"
    ,
#embed "data/tap-scoring.js"
    ,
#embed "data/tap-plan.js"
    ,
#embed "data/tap-draft.js"
    ,
#embed "data/tap-facts.js"
    ,
#embed "data/tap-kept.js"
    ,
#embed "data/tap-setup.js"
    ,
#embed "data/tap-stage.js"
    ,
#embed "data/tap.js"
};

static const unsigned char report_style[] = {
#embed "data/report.css"
};

static const unsigned char report_script[] = {
#embed "data/report-query.js"
    ,
#embed "data/report-lists.js"
    ,
#embed "data/report.js"
};

static const unsigned char conformance_style[] = {
#embed "data/conformance.css"
};

// The head of a script that creates issues.
static const unsigned char tickets_script[] = {
#embed "data/tickets.sh"
};

page_file page_style(void) { return (page_file){style, sizeof style}; }
page_file page_form_style(void) { return (page_file){form_style, sizeof form_style}; }
page_file page_bundle_script(void) { return (page_file){bundle_script, sizeof bundle_script}; }
page_file page_worksheet_style(void) { return (page_file){worksheet_style, sizeof worksheet_style}; }
page_file page_worksheet_script(void) { return (page_file){worksheet_script, sizeof worksheet_script}; }
page_file page_tap_style(void) { return (page_file){tap_style, sizeof tap_style}; }
page_file page_tap_script(void) { return (page_file){tap_script, sizeof tap_script}; }
page_file page_report_style(void) { return (page_file){report_style, sizeof report_style}; }
page_file page_report_script(void) { return (page_file){report_script, sizeof report_script}; }
page_file page_conformance_style(void) { return (page_file){conformance_style, sizeof conformance_style}; }
page_file page_tickets_script(void) { return (page_file){tickets_script, sizeof tickets_script}; }
