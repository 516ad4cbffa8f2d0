// The pages of a site, parsed from its table of contents: importing the table itself needs a browser.
import { globSync, readFileSync } from 'node:fs';

export type Site = 'portal' | 'console';

const routesOf = (site: Site) => readFileSync(`apps/${site}/src/routes.tsx`, 'utf8');

/**
 * As in the table, such as '/customers/$customerId'; without the closing page of a sign-in window, and without paths that are
 * not pages.
 */
export function pagesOf(site: Site): string[] {
  const paths = [...routesOf(site).matchAll(/\bpath: '([^']+)'/g)].map(([, path = '']) => path);
  return paths.filter((path) => path !== '/signed-in' && path !== '$');
}

/** Whether a path below the site's is a page; parameters match anything. */
export function isPageOf(site: Site, path: string): boolean {
  const segments = path
    .replace(new RegExp(`^/${site}`), '')
    .split('/')
    .filter(Boolean);
  return pagesOf(site).some((page) => {
    const wanted = page.split('/').filter(Boolean);
    return wanted.length === segments.length && wanted.every((one, at) => one.startsWith('$') || one === segments[at]);
  });
}

/** Their names in the navigation. */
export function labelsOf(site: Site): string[] {
  const sources = ['frame.tsx', 'menu.ts'].map((file) => readFileSync(`apps/${site}/src/${file}`, 'utf8'));
  return [...sources.join('\n').matchAll(/\blabel(?:=|: )["']([^"']+)["']/g)].map(([, label = '']) => label);
}

/** The search parameters of their URLs. */
export function searchFieldsOf(site: Site): string[] {
  const sources = globSync(`apps/${site}/src/**/*.{ts,tsx}`).map((file) => readFileSync(file, 'utf8'));
  const fields = [...sources.join('\n').matchAll(/searchOf\(\{([^}]*)\}/g)].flatMap(([, inside = '']) =>
    [...inside.matchAll(/(\w+)(?=:)|(?<=[{,\s])(\w+)(?=,)/g)].map(([name]) => name),
  );
  return [...new Set(fields)];
}

/**
 * Everything that partners, their users and our staff read besides the pages of the sites: mails, responses, hints, documents.
 */
export function readTexts(): { file: string; text: string }[] {
  const files = globSync([
    'packages/{contract,domain,platform,sdk,cli}/src/**/*.ts',
    'apps/{api,ctl,identity,worker}/src/**/*.ts',
    'docs/**/*.md',
    '{README,CHANGELOG,SECURITY}.md',
  ]).filter((file) => !/\.test\.ts$|node_modules/.test(file));
  return files.map((file) => ({ file, text: readFileSync(file, 'utf8') }));
}

/** The pages that a text refers to as in a site "under" a name of its navigation. */
export function pagesNamedFor(site: Site): { file: string; name: string }[] {
  const named = new RegExp(`\\b${site}\\b[^.]{0,80}?\\bunder ([A-Z]\\w+(?: [A-Za-z]\\w+)*)`, 'g');
  return readTexts().flatMap(({ file, text }) => [...text.matchAll(named)].map(([, name = '']) => ({ file, name })));
}
