// Builds the documentation for another web server with npm run build:docs, as the operators' docs describe.
import { execFile } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const BASE = '/handbook/';
let folder: string;
let said: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'handbook-'));
  const parts = ['scripts/build-docs.ts', '--into', folder, '--base', BASE];
  ({ stdout: said } = await promisify(execFile)(process.execPath, parts));
});
afterAll(() => rm(folder, { recursive: true }));

test('prints how many pages and links it checked', () => {
  const [, pages, links] = /^(\d+) pages, (\d+) links$/m.exec(said) ?? [];
  expect(Number(pages)).toBe(globSync('**/*.html', { cwd: folder }).length - 1);
  expect(Number(links)).toBeGreaterThan(1000);
  expect(said).toContain(`built ${folder} for ${BASE}`);
});

test('every link on a page is below the base path and exists', () => {
  const pages = globSync('**/*.html', { cwd: folder }).filter((page) => !page.startsWith('reference/'));
  const addresses = pages.flatMap((page) =>
    [...readFileSync(join(folder, page), 'utf8').matchAll(/\s(?:href|src)="(\/[^"#?]*)/g)].map(([, path = '']) => path),
  );
  expect(addresses.length).toBeGreaterThan(1000);
  const isThere = (path: string) =>
    ['', '.html', 'index.html'].some((ending) => existsSync(join(folder, path.slice(BASE.length) + ending)));
  expect([...new Set(addresses)].filter((path) => !path.startsWith(BASE) || !isThere(path))).toEqual([]);
});

test('includes the reference and the OpenAPI documents', () => {
  const reference = readFileSync(join(folder, 'reference/index.html'), 'utf8');
  expect(reference).toContain(`${BASE}openapi.json`);
  const { openapi, info } = JSON.parse(readFileSync(join(folder, 'openapi.json'), 'utf8'));
  expect(openapi).toMatch(/^3\./);
  expect(info.description).toContain(`](${BASE})`);
  expect(existsSync(join(folder, 'reference/js/scalar.js'))).toBe(true);
});

test('includes the SDK pages and links to them', () => {
  const sdks = readFileSync(join(folder, 'sdks.html'), 'utf8');
  for (const [page, text] of [
    ['sdk-typescript', 'uploadDocument'],
    ['sdk-python', 'upload_document'],
  ] as const) {
    expect(readFileSync(join(folder, `${page}.html`), 'utf8')).toContain(text);
    expect(sdks).toContain(`href="${BASE}${page}"`);
  }
});
