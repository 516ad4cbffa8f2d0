// Scripts in documents, hidden in every way that the format allows: what another reader finds, ours does not call clean.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { searchFindings } from '../../packages/domain/src/uploads/inspection/pdf-findings.ts';
import { type HiddenScript, hideScript } from '../harness/hidden-scripts.ts';

const DOCUMENTS = 500;
const HARMLESS = 100;
const AT_ONCE = 4;

const folder = mkdtempSync(join(tmpdir(), 'hidden-scripts-'));
afterAll(() => rmSync(folder, { recursive: true }));
const run = promisify(execFile);

/** Whether Poppler finds a script. It fails on a document that it cannot open, and then runs nothing in it either. */
async function popplerFinds(bytes: Buffer, name: string): Promise<boolean> {
  const file = join(folder, `${name}.pdf`);
  writeFileSync(file, bytes);
  const { stdout } = await run('pdfinfo', ['-js', file]).catch((error: { code?: unknown }) => {
    if (error.code === 'ENOENT') throw error;
    return { stdout: '' };
  });
  return stdout.includes('app.alert');
}

function weFind(bytes: Buffer): string[] {
  const search = searchFindings();
  for (let at = 0; at < bytes.length; at += 65_536) search.look(bytes.subarray(at, at + 65_536));
  return search.findings();
}

interface Judged extends HiddenScript {
  seed: number;
  poppler: boolean;
  ours: string[];
}

async function judge(seeds: number, script: boolean): Promise<Judged[]> {
  const judged: Judged[] = [];
  const left = [...Array(seeds).keys()];
  const work = async () => {
    for (let seed = left.shift(); seed !== undefined; seed = left.shift()) {
      const hidden = hideScript(seed, script);
      const poppler = await popplerFinds(hidden.bytes, `${seed}`);
      judged.push({ ...hidden, seed, poppler, ours: weFind(hidden.bytes) });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return judged;
}

test('no document in which Poppler finds a script is clean to us, wherever and however it is hidden', async () => {
  const judged = await judge(DOCUMENTS, true);
  const found = judged.filter(({ poppler }) => poppler);
  const missed = found.filter(({ ours }) => ours.length === 0);
  expect(missed.map(({ seed, tricks }) => `${seed}: ${tricks.join(', ')}`)).toEqual([]);
  // Each way to hide it does not hide it from Poppler, or it would prove nothing.
  expect(found.length).toBeGreaterThan(DOCUMENTS / 2);
  const all = new Set(judged.flatMap(({ tricks }) => tricks));
  const seen = new Set(found.flatMap(({ tricks }) => tricks));
  const unproven = [...all].filter((trick) => !seen.has(trick));
  // Older ones do not list what runs when a document opens.
  expect(unproven.filter((trick) => trick !== 'OpenAction')).toEqual([]);
  // Nor are they clean if nobody finds it.
  expect(judged.filter(({ ours }) => ours.length === 0).map(({ seed }) => seed)).toEqual([]);
});

test('the same documents without a script have none, and the ordinary ones are clean', async () => {
  const judged = await judge(HARMLESS, false);
  expect(judged.filter(({ poppler, ours }) => poppler || ours.includes('JavaScript'))).toEqual([]);
  expect(judged.filter(({ ours }) => ours.length === 0).length).toBeGreaterThan(HARMLESS / 4);
});
