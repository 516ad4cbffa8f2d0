// Builds the sites into .build/sites, from where the API serves them: npm run build. `--watch` rebuilds them when their sources
// change.
import { execFile } from 'node:child_process';
import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const run = promisify(execFile);

const SITES = ['portal', 'console', 'docs'] as const;
type SiteName = (typeof SITES)[number];
const folderOf = (site: SiteName) => `.build/sites/${site}`;
const OF_APPLICATIONS = ['packages/ui/{build,public}/**/*', 'packages/{ui,contract}/src/**/*'];
const OTHER_SOURCES: Record<SiteName, string[]> = {
  portal: [...OF_APPLICATIONS, 'packages/key-pair/src/**/*'],
  console: OF_APPLICATIONS,
  docs: ['apps/docs/.vitepress/**/*', 'docs/**/*', 'CHANGELOG.md', 'packages/sdk{,-python}/README.md'],
};
/** Written last, so that an unfinished build is not mistaken for a complete one. */
const stampOf = (site: SiteName) => join(folderOf(site), '.built');

async function buildSite(site: SiteName): Promise<void> {
  // In a separate process: inside a test, React would be built for tests.
  const tool = site === 'docs' ? 'vitepress/bin/vitepress.js' : 'vite/bin/vite.js';
  const parts = [`node_modules/${tool}`, 'build', `apps/${site}`, '--logLevel', 'warn'];
  const { stdout } = await run(process.execPath, parts, { env: { ...process.env, NODE_ENV: 'production' } });
  process.stdout.write(stdout);
  // For a lot of text, of which each reader loads little, the last percent is not worth the time.
  compress(folderOf(site), site === 'docs' ? 7 : 11);
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
export async function buildStaleSites(): Promise<SiteName[]> {
  const stale = SITES.filter(isStale);
  for (const site of stale) await alone(site, async () => (isStale(site) ? buildSite(site) : undefined));
  return stale;
}

function isStale(site: SiteName): boolean {
  const built = modifiedAt(stampOf(site));
  if (built === undefined) return true;
  const sources = globSync([`apps/${site}/**/*`, 'package-lock.json', ...OTHER_SOURCES[site]], {
    exclude: ['**/node_modules/**', '**/*.test.ts'],
  });
  return sources.some((file) => (modifiedAt(file) ?? 0) > built);
}

function modifiedAt(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs;
}

/**
 * A folder can be created only once: the process that creates it builds, the others wait. One left behind by a killed build
 * expires.
 */
export async function alone(site: SiteName, work: () => Promise<void>): Promise<void> {
  const lock = `.build/sites-${site}.lock`;
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
      await buildStaleSites().catch((error: unknown) => console.error(String(error)));
      await delay(500);
    }
  } else {
    for (const site of SITES) {
      await buildSite(site);
      console.log(`built ${folderOf(site)}`);
    }
  }
}
