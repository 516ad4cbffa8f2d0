// How the search ranks results. The functions are copied into the site as text, so none may use anything outside itself.

import type { Book } from './navigation.ts';

/** Drops words that occur in questions but not in answers, and reduces plurals to the singular. */
export function termOf(term: string): string | null {
  const quiet =
    ' a all an and any are as at be before but by can cannot did do does each every for from get has have how i if in into is it its me my no not of on one only or our should so than that the their them then there these they this to was we what when where which who why will with would you your ';
  const word = term.toLowerCase();
  if (quiet.includes(` ${word} `)) return null;
  return word.length > 4 ? word.replace(/ies$/, 'y').replace(/([^s])s$/, '$1') : word;
}

/** Guides rank above reference lists. */
function weightForIntegrators(address: string): number {
  const page = address.replace(/^.*?\/(?=[^/]*$|portal\/)/, '').replace(/#.*$/, '');
  if (/^(changelog|index)?$/.test(page)) return 0.2;
  return /^(errors|glossary|portal|session-errors)/.test(page) ? 0.6 : 1;
}

/** Pages for operators rank above those for integrators. */
function weightForOperators(address: string): number {
  const page = address.replace(/^.*?\/(?=[^/]*$|(?:runbooks|portal|console)\/)/, '').replace(/#.*$/, '');
  if (/^(changelog|index)?$/.test(page)) return 0.1;
  const operators =
    /^((?:runbooks|console)\/.*|command|settings|security|capacity|growth|slo|watching|operations|production|releases|kubernetes|systemd|pooler|image|keys|operators|reviewing)$/;
  return operators.test(page) ? 1 : 0.35;
}

export const WEIGHTS: Record<Book, (address: string) => number> = {
  integrators: weightForIntegrators,
  operators: weightForOperators,
};

// The theme's search box declares itself a button and its links options, which hides its content from screen readers, and its label is
// an icon. Here it is a dialog with a list of links.

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
      // The theme has changed: check what its search box does now.
      if (!text.includes(before)) throw new Error(`The search box no longer has ${before}`);
      return text.replaceAll(before, after);
    }, code);
  },
};
