// Active content hidden in documents in every way that the format allows: if another reader finds it, we must not report the
// document as clean.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { DocumentFinding } from '@onboarding/contract';
import { afterAll, expect, test } from 'vitest';
import { searchFindings } from '../../packages/domain/src/uploads/inspection/pdf-findings.ts';
import { type Hidden, type HiddenScript, hideContent } from './hidden-scripts.ts';

const SCRIPTS = 800;
const OTHERS = 200;
const HARMLESS = 100;
const AT_ONCE = 3;

const folder = mkdtempSync(join(tmpdir(), 'hidden-scripts-'));
afterAll(() => rmSync(folder, { recursive: true }));
const run = promisify(execFile);

/**
 * The output of a program about a file. It may fail on a file that it cannot open, or with a warning; but a missing program
 * would prove nothing, so that throws.
 */
async function said(program: string, ...args: string[]): Promise<string> {
  const { stdout } = await run(program, args, { maxBuffer: 64 * 1024 * 1024 }).catch(
    (error: { code?: unknown; stdout?: string }) => {
      if (error.code === 'ENOENT') throw error;
      return { stdout: error.stdout ?? '' };
    },
  );
  return stdout;
}

/** Poppler shows what is in a document; it has no program for actions other than scripts. */
const POPPLER: Partial<Record<Hidden, (file: string) => Promise<boolean>>> = {
  JavaScript: async (file) => (await said('pdfinfo', '-js', file)).includes('app.alert'),
  EmbeddedFile: async (file) => /^[1-9]\d* embedded/m.test(await said('pdfdetach', '-list', file)),
  Xfa: async (file) => /^Form: +XFA/m.test(await said('pdfinfo', file)),
};
const NAMES: Record<Hidden, RegExp> = {
  JavaScript: /"\/(?:JS|JavaScript)"/,
  Launch: /"\/Launch"/,
  GoToE: /"\/GoToE"/,
  SubmitForm: /"\/SubmitForm"/,
  EmbeddedFile: /"\/(?:EF|EmbeddedFiles?|FileAttachment)"/,
  RichMedia: /"\/RichMedia"/,
  Xfa: /"\/XFA"/,
  None: /"\/(?:JS|JavaScript|Launch|GoToE|SubmitForm|EF|EmbeddedFiles?|RichMedia|XFA)"/,
};
const FINDING: Record<Exclude<Hidden, 'None'>, DocumentFinding> = {
  JavaScript: 'JavaScript',
  Launch: 'Launch',
  GoToE: 'EmbeddedFile',
  SubmitForm: 'SubmitForm',
  EmbeddedFile: 'EmbeddedFile',
  RichMedia: 'EmbeddedFile',
  Xfa: 'Xfa',
};

function weFind(bytes: Buffer): string[] {
  const search = searchFindings();
  for (let at = 0; at < bytes.length; at += 65_536) search.look(bytes.subarray(at, at + 65_536));
  return search.findings();
}

interface Judged extends HiddenScript {
  seed: number;
  hidden: Hidden;
  poppler: boolean;
  qpdf: boolean;
  ours: string[];
}

async function judge(count: number, ...kinds: Hidden[]): Promise<Judged[]> {
  const judged: Judged[] = [];
  const left = kinds.flatMap((hidden) => Array.from({ length: count }, (_, seed) => ({ hidden, seed })));
  const work = async () => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) {
      const { hidden, seed } = one;
      const document = hideContent(seed, hidden);
      const file = join(folder, `${hidden}-${seed}.pdf`);
      writeFileSync(file, document.bytes);
      const [poppler = false, objects] = await Promise.all([
        POPPLER[hidden]?.(file),
        said('qpdf', '--json=2', '--json-key=qpdf', file),
      ]);
      judged.push({
        ...document,
        seed,
        hidden,
        poppler,
        qpdf: NAMES[hidden].test(objects),
        ours: weFind(document.bytes),
      });
      rmSync(file);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return judged;
}

const told = ({ hidden, seed, tricks }: Judged) => `${hidden} ${seed}: ${tricks.join(', ')}`;

test('reports every document in which Poppler or qpdf finds a script, wherever and however it is hidden', async () => {
  const judged = await judge(SCRIPTS, 'JavaScript');
  const found = judged.filter(({ poppler, qpdf }) => poppler || qpdf);
  expect(found.filter(({ ours }) => ours.length === 0).map(told)).toEqual([]);
  // The readers must find some document of each way to hide a script, or the test would prove nothing.
  expect(found.length).toBeGreaterThan(SCRIPTS / 2);
  const all = new Set(judged.flatMap(({ tricks }) => tricks));
  const seen = new Set(found.flatMap(({ tricks }) => tricks));
  expect([...all].filter((trick) => !seen.has(trick))).toEqual([]);
  // We report the others as well, which no reader finds.
  expect(judged.filter(({ ours }) => ours.length === 0).map(({ seed }) => seed)).toEqual([]);
});

test('reports other active content that Poppler or qpdf finds by its kind, or as unchecked', async () => {
  const kinds = ['Launch', 'GoToE', 'SubmitForm', 'EmbeddedFile', 'RichMedia', 'Xfa'] as const;
  const judged = await judge(OTHERS, ...kinds);
  expect(judged).toHaveLength(kinds.length * OTHERS);
  for (const kind of kinds) {
    const found = judged.filter(({ hidden, poppler, qpdf }) => hidden === kind && (poppler || qpdf));
    expect(found.length, kind).toBeGreaterThan(OTHERS / 2);
    const missed = found.filter(
      ({ ours }) => ![FINDING[kind], 'Unchecked', 'Encrypted'].some((finding) => ours.includes(finding)),
    );
    expect(missed.map(told)).toEqual([]);
  }
});

test('reports no active content where there is none, and ordinary documents as clean', async () => {
  const judged = await judge(HARMLESS, 'None');
  const active = (ours: string[]) => ours.some((finding) => finding !== 'Unchecked' && finding !== 'Encrypted');
  expect(judged.filter(({ qpdf, ours }) => qpdf || active(ours)).map(told)).toEqual([]);
  expect(judged.filter(({ ours }) => ours.length === 0).length).toBeGreaterThan(HARMLESS / 4);
});
