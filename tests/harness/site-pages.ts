// The pages of a site, read from its table of contents as text: the table itself needs a browser to be imported.
import { readFileSync } from 'node:fs';

export type Site = 'portal' | 'console';

const routesOf = (site: Site) => readFileSync(`apps/${site}/src/routes.tsx`, 'utf8');

/** As the table writes them, such as '/customers/$customerId'; without the end of a sign-in's window, and what is no page. */
export function pagesOf(site: Site): string[] {
  const paths = [...routesOf(site).matchAll(/\bpath: '([^']+)'/g)].map(([, path = '']) => path);
  return paths.filter((path) => path !== '/signed-in' && path !== '$');
}

/** Whether a path below the site's is a page; what a template fills in may be anything. */
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

/** What the navigation calls them. */
export function labelsOf(site: Site): string[] {
  const frame = readFileSync(`apps/${site}/src/frame.tsx`, 'utf8');
  return [...frame.matchAll(/\blabel(?:=|: )["']([^"']+)["']/g)].map(([, label = '']) => label);
}

/** What their addresses may say after the question mark. */
export function searchFieldsOf(site: Site): string[] {
  const fields = [...routesOf(site).matchAll(/searchOf\(\{([^}]*)\}/g)].flatMap(([, inside = '']) =>
    [...inside.matchAll(/(\w+)(?=:)|(?<=[{,\s])(\w+)(?=,)/g)].map(([name]) => name),
  );
  return [...new Set(fields)];
}
