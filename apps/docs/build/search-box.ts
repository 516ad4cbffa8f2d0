// The theme's search box calls itself a button and its links options, so that screen readers do not see what is inside, and its label is an
// icon. Here it is a dialog with a list of links.

const MENDED: readonly [theirs: string, ours: string][] = [
  [`:aria-labelledby="results?.length ? 'localsearch-label' : undefined"`, ''],
  ['role="button"', 'role="dialog" aria-modal="true"'],
  [`:aria-owns="results?.length ? 'localsearch-list' : undefined"`, ''],
  ['aria-labelledby="localsearch-label"', `:aria-label="translate('button.buttonText')"`],
  ['aria-expanded="true"', ''],
  ['aria-haspopup="listbox"', ''],
  [`:role="results?.length ? 'listbox' : undefined"`, ''],
  [`:aria-selected="selectedIndex === index ? 'true' : 'false'"`, ''],
  ['role="option"', ''],
  [`:aria-label="[...p.titles, p.title].join(' > ')"`, ''],
  ['<kbd :aria-label', '<kbd role="img" :aria-label'],
];

export const mendSearchBox = {
  name: 'mend-search-box',
  enforce: 'pre' as const,
  transform(code: string, id: string): string | undefined {
    if (!id.endsWith('/VPLocalSearchBox.vue')) return undefined;
    return MENDED.reduce((text, [before, after]) => {
      // Another version of the theme: see what it does now.
      if (!text.includes(before)) throw new Error(`The search box no longer has ${before}`);
      return text.replaceAll(before, after);
    }, code);
  },
};
