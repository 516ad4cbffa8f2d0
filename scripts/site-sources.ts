// The sources of each site, from which it is built again when one of them changes.
import { globSync } from 'node:fs';
import { isInBook } from '../apps/docs/build/navigation.ts';

export const SITES = ['portal', 'console', 'docs', 'handbook'] as const;
export type SiteName = (typeof SITES)[number];
/** The same pages are built as two books: the public one, and the operators'. */
export const BOOKS: Partial<Record<SiteName, 'integrators' | 'operators'>> = {
  docs: 'integrators',
  handbook: 'operators',
};
export const applicationOf = (site: SiteName) => (site in BOOKS ? 'docs' : site);
const OF_APPLICATIONS = ['packages/ui/{build,public}/**/*', 'packages/{ui,contract}/src/**/*'];
const OF_BOOKS = [
  'apps/docs/.vitepress/{config.ts,theme/**}',
  'docs/**/*',
  'CHANGELOG.md',
  'packages/sdk{,-python}/README.md',
];
const OTHER_SOURCES: Record<SiteName, string[]> = {
  portal: [...OF_APPLICATIONS, 'packages/key-pair/src/**/*'],
  console: OF_APPLICATIONS,
  docs: OF_BOOKS,
  handbook: OF_BOOKS,
};

export function sourcesOf(site: SiteName): string[] {
  const sources = globSync([`apps/${applicationOf(site)}/**/*`, 'package-lock.json', ...OTHER_SOURCES[site]], {
    exclude: ['**/node_modules/**', '**/*.test.ts'],
  });
  return sources.filter((file) => isOf(site, file));
}

/** A runbook does not change the public book. */
function isOf(site: SiteName, source: string): boolean {
  const book = BOOKS[site];
  return book === undefined || !source.startsWith('docs/') || isInBook(book, source.slice('docs/'.length));
}
