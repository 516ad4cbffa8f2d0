// Builds the sites into .build/sites, from where the API serves them: npm run build. `--watch` rebuilds them when their sources
// change, the books only if they are built already, because that takes a minute each.
import { execFile } from 'node:child_process';
import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { applicationOf, BOOKS, SITES, type SiteName, sourcesOf } from './site-sources.ts';

const run = promisify(execFile);

const folderOf = (site: SiteName) => `.build/sites/${site}`;
/** Written last, so that an unfinished build is not mistaken for a complete one. */
const stampOf = (site: SiteName) => join(folderOf(site), '.built');

async function buildSite(site: SiteName): Promise<void> {
  // In a separate process: inside a test, React would be built for tests.
  const book = BOOKS[site];
  const tool = book === undefined ? 'vite/bin/vite.js' : 'vitepress/bin/vitepress.js';
  const parts = [`node_modules/${tool}`, 'build', `apps/${applicationOf(site)}`, '--logLevel', 'warn'];
  const env = { ...process.env, NODE_ENV: 'production', ...(book === undefined ? {} : { DOCS_BOOK: book }) };
  const { stdout } = await run(process.execPath, parts, { env });
  process.stdout.write(stdout);
  // For a lot of text, of which each reader loads little, the last percent is not worth the time.
  compress(folderOf(site), book === undefined ? 11 : 7);
  writeFileSync(stampOf(site), '');
}

/** Compresses text files once, at build time. */
function compress(folder: string, quality: number): void {
  for (const file of globSync(join(folder, '{*.html,*/*.html,assets/**/*.{js,css,svg,json,ttf,pfb}}'))) {
    // The single page of an application is filled in per request.
    if (file === join(folder, 'index.html') && quality === 11) continue;
    const bytes = readFileSync(file);
    writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }));
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
  }
}

/** Builds the sites whose sources are newer than the build, and returns their names. Several processes may call it at once. */
export async function buildStaleSites(sites: readonly SiteName[] = SITES): Promise<SiteName[]> {
  const stale = sites.filter(isStale);
  for (const site of stale) await alone(site, async () => (isStale(site) ? buildSite(site) : undefined));
  return stale;
}

export const isBuilt = (site: SiteName) => modifiedAt(stampOf(site)) !== undefined;

function isStale(site: SiteName): boolean {
  const built = modifiedAt(stampOf(site));
  if (built === undefined) return true;
  return sourcesOf(site).some((file) => (modifiedAt(file) ?? 0) > built);
}

function modifiedAt(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs;
}

/**
 * A folder can be created only once: the process that creates it builds, the others wait. One left behind by a killed build
 * expires.
 */
export async function alone(site: SiteName, work: () => Promise<void>): Promise<void> {
  // Both books share a folder for intermediate files.
  const lock = `.build/sites-${applicationOf(site)}.lock`;
  await mkdir('.build', { recursive: true });
  for (;;) {
    const made = await mkdir(lock).then(
      () => true,
      () => false,
    );
    if (made) break;
    if (Date.now() - (modifiedAt(lock) ?? Date.now()) > 300_000) await rm(lock, { recursive: true, force: true });
    await delay(200);
  }
  try {
    await work();
  } finally {
    await rm(lock, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  if (process.argv.includes('--help')) {
    console.log(
      'usage: npm run build:sites [-- --watch]\nBuilds the sites into .build/sites, from where the API serves them.',
    );
  } else if (process.argv.includes('--watch')) {
    for (;;) {
      const watched = SITES.filter((site) => !(site in BOOKS) || isBuilt(site));
      await buildStaleSites(watched).catch((error: unknown) => console.error(String(error)));
      await delay(500);
    }
  } else {
    for (const site of SITES) {
      await buildSite(site);
      console.log(`built ${folderOf(site)}`);
    }
  }
}
