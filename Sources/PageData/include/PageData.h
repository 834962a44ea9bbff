#pragma once
#include <stddef.h>

// Styles and scripts of the pages as bytes in the program. They are separate files under data/, so that editors and
// browsers can read them.

/// One embedded file: UTF-8 with line feeds, not terminated by a zero byte.
typedef struct {
  const unsigned char *_Nonnull bytes;
  size_t count;
} page_file;

// Functions, because Swift does not import arrays whose length the header leaves open.

/// The style of every page.
page_file page_style(void);
/// The style of pages with forms.
page_file page_form_style(void);
/// The script of pages that write bundles: digests, canonical JSON, ways to save a file.
page_file page_bundle_script(void);
page_file page_worksheet_style(void);
page_file page_worksheet_script(void);
page_file page_tap_style(void);
page_file page_tap_script(void);
page_file page_report_style(void);
page_file page_report_script(void);
page_file page_conformance_style(void);
/// The script that creates issues, up to the first one; what it is about has places `{{name}}`.
page_file page_tickets_script(void);
