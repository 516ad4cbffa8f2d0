// The tables of contents of both books. Every page has a place in one of them, as a test checks. Every built page contains its table, so
// the long lists of runbooks and decisions are part of their own pages only.
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { OMITTED, PAGES } from './published.ts';

interface Entry {
  text: string;
  link: string;
}

/** The public book for integrators, and the book with all pages for our staff. */
export type Book = 'integrators' | 'operators';

interface Chapter {
  text: string;
  /** Only in the operators' book. */
  internal?: boolean;
  collapsed?: boolean;
  items: Entry[];
}

const entry = (text: string, link: string): Entry => ({ text, link: `/${link}` });

/** The pages of a folder, named by their headings. */
const entriesOf = (folder: string): Entry[] =>
  globSync(`${folder}/*.md`, { cwd: PAGES })
    .filter((file) => basename(file) !== 'README.md')
    .sort()
    .map((file) => entry(headingOf(file), file.replace(/\.md$/, '')));

function headingOf(file: string): string {
  const [, heading = file] = /^# (.*)$/m.exec(readFileSync(join(PAGES, file), 'utf8')) ?? [];
  return heading.replaceAll('`', '');
}

const FOR_CONTRIBUTORS = /^(architecture|contract-decisions|words|decisions\/.*)\.md$/;
export const isForContributors = (page: string) => FOR_CONTRIBUTORS.test(page);

const CHAPTERS: Chapter[] = [
  {
    text: 'Start',
    items: [
      entry('What this is', ''),
      entry('Quickstart', 'quickstart'),
      entry('Concepts in pictures', 'concepts'),
      entry('The sandbox', 'sandbox'),
    ],
  },
  {
    text: 'Guides',
    items: [
      entry('Tokens', 'tokens'),
      entry('Idempotency and retries', 'retries'),
      entry('Documents', 'documents'),
      entry('Verification', 'verification'),
      entry('Updates', 'updates'),
      entry('Webhooks', 'webhooks'),
      entry('Webhooks done right', 'receiving'),
      entry('Going live', 'going-live'),
      entry('Migrating', 'migrating'),
    ],
  },
  {
    text: 'Tools',
    items: [
      entry('SDKs', 'sdks'),
      entry('SDK for TypeScript', 'sdk-typescript'),
      entry('SDK for Python', 'sdk-python'),
      entry('CLI', 'cli'),
      entry('Generated clients', 'clients'),
      entry('Other languages', 'languages'),
      entry('Bruno collection', 'collection/'),
      entry('The portal', 'portal/'),
    ],
  },
  {
    text: 'Reference',
    items: [
      entry('Errors', 'errors'),
      entry('Events', 'events'),
      entry('Countries', 'countries'),
      entry('Versions and deprecation', 'versions'),
      entry('Glossary', 'glossary'),
      entry('Changelog', 'changelog'),
    ],
  },
  {
    text: 'For operators',
    internal: true,
    items: [
      entry('Overview', 'operators'),
      entry('Releases', 'releases'),
      entry('The image', 'image'),
      entry('Production guide', 'production'),
      entry('systemd', 'systemd'),
      entry('Kubernetes', 'kubernetes'),
      entry('Settings', 'settings'),
      entry("The operators' command", 'command'),
      entry('Operations', 'operations'),
      entry('Countries that you serve', 'served-countries'),
      entry('Metrics and alerts', 'watching'),
      entry('Runbooks', 'runbooks/'),
      entry('Service level objectives', 'slo'),
      entry('The console', 'console/'),
      entry('Reviewing', 'reviewing'),
      entry('Errors of the sites', 'session-errors'),
      entry('Keys', 'keys'),
      entry('Growth', 'growth'),
      entry('Capacity', 'capacity'),
      entry('PgBouncer', 'pooler'),
      entry('Security', 'security'),
    ],
  },
  {
    text: 'For contributors',
    internal: true,
    collapsed: true,
    items: [
      entry('Architecture', 'architecture'),
      entry('Words', 'words'),
      entry('Answers to open questions', 'contract-decisions'),
      entry('Decisions', 'decisions/'),
    ],
  },
];

const list = (text: string, folder: string): Chapter[] => [
  { text: 'Documentation', items: [entry('Start', ''), entry('For operators', 'operators')] },
  { text, items: [entry('Overview', `${folder}/`), ...entriesOf(folder)] },
];

const PUBLIC = CHAPTERS.filter(({ internal }) => internal !== true);
const PUBLIC_PAGES = new Set(PUBLIC.flatMap(({ items }) => items.map(({ link }) => pageAt(link))));

/** The file of a page, below docs/. */
function pageAt(link: string): string {
  const place = link.slice(1);
  if (place === '') return 'index.md';
  return place.endsWith('/') ? `${place}README.md` : `${place}.md`;
}

/** Whether this file of docs/ belongs in the book. A page is public only if a public chapter lists it. */
export const isInBook = (book: Book, file: string) =>
  book === 'operators' || PUBLIC_PAGES.has(file) || !file.endsWith('.md');

/** The pages below docs/ that are only in the other book. */
export const pagesOutside = (book: Book): string[] =>
  globSync('**/*.md', { cwd: PAGES }).filter((file) => !isInBook(book, file) && !OMITTED.has(file));

/** The table for each folder of pages. For operators, their own chapters come first. */
export function sidebarOf(book: Book): Record<string, Chapter[]> {
  if (book === 'integrators') return { '/': PUBLIC };
  return {
    '/runbooks/': list('Runbooks', 'runbooks'),
    '/decisions/': list('Decisions', 'decisions'),
    '/': [
      ...CHAPTERS.filter(({ internal }) => internal),
      ...PUBLIC.map((chapter) => ({ ...chapter, collapsed: true })),
    ],
  };
}
