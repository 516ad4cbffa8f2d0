// How much a browser has to fetch: for the first page of a site, and for each other one. Sizes are those of gzip.
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildStaleSites } from '../../scripts/build-sites.ts';

const FIRST_LOAD_KB = { portal: 250, console: 265 };
const ROUTE_KB = 25;
/** What is loaded only when it is used: charts, the maker of certificates, the reader of PDF. */
const APART = /^(charts|drawn|x509|pdf)$/;

interface Chunk {
  file: string;
  name?: string;
  isEntry?: boolean;
  imports?: string[];
  css?: string[];
  dynamicImports?: string[];
}

beforeAll(() => buildStaleSites());

describe.each(['portal', 'console'] as const)('the %s', (site) => {
  const folder = `.build/sites/${site}`;
  let manifest: Record<string, Chunk>;
  let entry: string;
  beforeAll(() => {
    manifest = JSON.parse(readFileSync(`${folder}/.vite/manifest.json`, 'utf8'));
    [entry = ''] = Object.entries(manifest).find(([, chunk]) => chunk.isEntry === true) ?? [];
  });

  /** The files that are fetched before the chunk can run, of parts that are not apart. */
  function filesOf(key: string, seen = new Set<string>()): Set<string> {
    const chunk = manifest[key];
    if (chunk === undefined || APART.test(chunk.name ?? '')) return seen;
    for (const file of [chunk.file, ...(chunk.css ?? [])]) seen.add(file);
    for (const other of chunk.imports ?? []) if (!seen.has(manifest[other]?.file ?? '')) filesOf(other, seen);
    return seen;
  }

  const kilobytes = (files: Iterable<string>) =>
    [...files].reduce((sum, file) => sum + readFileSync(`${folder}/${file}.gz`).length, 0) / 1000;

  test(`needs at most ${FIRST_LOAD_KB[site]} kB for its first page`, () => {
    const size = kilobytes(filesOf(entry));
    expect(size).toBeGreaterThan(100);
    expect(size).toBeLessThan(FIRST_LOAD_KB[site]);
  });

  test(`needs at most ${ROUTE_KB} kB more for each other page`, () => {
    const first = filesOf(entry);
    const pages = manifest[entry]?.dynamicImports ?? [];
    expect(pages.length).toBeGreaterThan(0);
    const sizes = pages.map((page) => ({
      page,
      size: kilobytes([...filesOf(page)].filter((file) => !first.has(file))),
    }));
    expect(sizes.filter(({ size }) => size > ROUTE_KB)).toEqual([]);
  });
});
