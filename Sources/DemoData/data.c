#include "DemoData.h"

static const unsigned char components[] = {
#embed "data/components.tsv"
};

static const unsigned char rounds[] = {
#embed "data/rounds.tsv"
};

static const unsigned char round2[] = {
#embed "data/round-2.tsv"
};

static const unsigned char round3[] = {
#embed "data/round-3.tsv"
};

static const unsigned char round4[] = {
#embed "data/round-4.tsv"
};

static const unsigned char round5[] = {
#embed "data/round-5.tsv"
};

static const unsigned char round6[] = {
#embed "data/round-6.tsv"
};

static const unsigned char round7[] = {
#embed "data/round-7.tsv"
};

static const unsigned char round8[] = {
#embed "data/round-8.tsv"
};

static const unsigned char round9[] = {
#embed "data/round-9.tsv"
};

static const unsigned char release_results[] = {
#embed "data/release.tsv"
};

static const unsigned char registers[] = {
#embed "data/registers.json"
};

demo_file demo_components(void) { return (demo_file){components, sizeof components}; }
demo_file demo_rounds(void) { return (demo_file){rounds, sizeof rounds}; }
demo_file demo_release(void) { return (demo_file){release_results, sizeof release_results}; }
demo_file demo_registers(void) { return (demo_file){registers, sizeof registers}; }

demo_file demo_round(size_t number) {
  switch (number) {
    case 2: return (demo_file){round2, sizeof round2};
    case 3: return (demo_file){round3, sizeof round3};
    case 4: return (demo_file){round4, sizeof round4};
    case 5: return (demo_file){round5, sizeof round5};
    case 6: return (demo_file){round6, sizeof round6};
    case 7: return (demo_file){round7, sizeof round7};
    case 8: return (demo_file){round8, sizeof round8};
    case 9: return (demo_file){round9, sizeof round9};
    // The first round found nothing: the app had no view yet.
    default: return (demo_file){0, 0};
  }
}
