// The book's table of contents. Every page has its place in it; a test says so. Each page carries it, so the long lists of runbooks
// and decisions are only beside these.
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { PAGES } from './published.ts';

interface Entry {
  text: string;
  link: string;
}

interface Chapter {
  text: string;
  collapsed?: boolean;
  items: Entry[];
}

const entry = (text: string, link: string): Entry => ({ text, link: `/${link}` });

/** Of a folder whose pages speak for themselves: by their headings. */
const entriesOf = (folder: string): Entry[] =>
  globSync(`${folder}/*.md`, { cwd: PAGES })
    .filter((file) => basename(file) !== 'README.md')
    .sort()
    .map((file) => entry(headingOf(file), file.replace(/\.md$/, '')));

function headingOf(file: string): string {
  const [, heading = file] = /^# (.*)$/m.exec(readFileSync(join(PAGES, file), 'utf8')) ?? [];
  return heading.replaceAll('`', '');
}

const FOR_CONTRIBUTORS = /^(architecture|contract-decisions|decisions\/.*)\.md$/;
export const isForContributors = (page: string) => FOR_CONTRIBUTORS.test(page);

const BOOK: Chapter[] = [
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
      entry('Glossary', 'glossary'),
      entry('Changelog', 'changelog'),
    ],
  },
  {
    text: 'For operators',
    collapsed: true,
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
      entry('Metrics and alerts', 'watching'),
      entry('Runbooks', 'runbooks/'),
      entry('Service level objectives', 'slo'),
      entry('The console', 'console/'),
      entry('Keys', 'keys'),
      entry('Growth', 'growth'),
      entry('Capacity', 'capacity'),
      entry('PgBouncer', 'pooler'),
      entry('Security', 'security'),
    ],
  },
  {
    text: 'For contributors',
    collapsed: true,
    items: [
      entry('Architecture', 'architecture'),
      entry('Answers to open questions', 'contract-decisions'),
      entry('Decisions', 'decisions/'),
    ],
  },
];

const list = (text: string, folder: string): Chapter[] => [
  { text: 'Documentation', items: [entry('Start', ''), entry('For operators', 'operators')] },
  { text, items: [entry('Overview', `${folder}/`), ...entriesOf(folder)] },
];

/** By where a page is. */
export const SIDEBAR: Record<string, Chapter[]> = {
  '/runbooks/': list('Runbooks', 'runbooks'),
  '/decisions/': list('Decisions', 'decisions'),
  '/': BOOK,
};
