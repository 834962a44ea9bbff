#pragma once
#include <stddef.h>

// Styles and scripts of the pages as bytes in the program. They are files of their own under data/, so that an editor
// and a browser can read them as what they are.

/// One embedded file: UTF-8 with line feeds, not terminated by a zero byte.
typedef struct {
  const unsigned char *_Nonnull bytes;
  size_t count;
} page_file;

// Functions, because Swift does not import arrays whose length the header leaves open.

/// What every page looks like.
page_file page_style(void);
/// What pages with forms look like.
page_file page_form_style(void);
/// What pages need that write bundles: digests, canonical JSON, ways to hand a file over.
page_file page_bundle_script(void);
page_file page_worksheet_style(void);
page_file page_worksheet_script(void);
page_file page_tap_style(void);
page_file page_tap_script(void);
page_file page_dashboard_style(void);
page_file page_dashboard_script(void);
