// Searches for personal data where none is allowed: in every log line, metric, span and event that the tests left behind. Run
// after all tests: node tests/leaks/search.ts [FOLDER] [--needs KIND,...]. If a required kind is missing, the search proves
// nothing.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { ARTEFACT_KINDS, type ArtefactKind, artefacts } from '../harness/artefacts.ts';
import { validBody, validPerson } from '../harness/bodies.ts';
import { EVENTS_SECRET } from '../harness/no-storage.ts';

export interface Finding {
  /** Relative to the folder that was searched. */
  file: string;
  line: number;
  sort: string;
  /** Enough to recognise the place, without the personal data: this ends up in the log of a build. */
  masked: string;
}

export interface Search {
  searched: Record<ArtefactKind, { files: number; lines: number }>;
  findings: Finding[];
}

/** A kind of artefact is missing: nothing searched, nothing proven. */
export class NothingSearched extends Error {
  override name = 'NothingSearched';
}

const person = validPerson();

/** The personal data in the tests' bodies, and everything else of the same form. */
const PATTERNS: { sort: string; pattern: RegExp }[] = [
  { sort: 'e-mail address', pattern: /(?<=\S)(?:@|%40|\\u0040)[\w.-]*\.example\b/gi },
  { sort: 'identity number', pattern: /\b(?:70707\d{6}|A70707\d{3})\b/gi },
  // A date may continue as a time, so there may be no word boundary after the day.
  { sort: 'birth date', pattern: /(?<!\d)(?:0\d{3}|1[0-8]\d{2}|19[0-6]\d)-\d{2}-\d{2}(?!\d)/g },
  { sort: 'telephone number', pattern: anyOf([validBody().phoneNumber, person.phone].map((phone) => phone.slice(1))) },
  { sort: 'name', pattern: anyOf([person.firstName, person.lastName]) },
  { sort: 'secret of storage events', pattern: anyOf([EVENTS_SECRET]) },
  { sort: 'address', pattern: anyOf([person.address.streetLine1]) },
];

/** Not within a longer number; letters may be adjacent, such as those of an encoded plus sign. */
function anyOf(data: string[]): RegExp {
  const escaped = data.map((datum) => datum.replaceAll(/[^\w ]/g, '\\$&'));
  return new RegExp(`(?<!\\d)(?:${escaped.join('|')})(?!\\d)`, 'gi');
}

/** All personal data in the folder of artefacts. Throws if it cannot prove anything. */
export function searchForPersonalData(folder: string, needs: readonly ArtefactKind[] = ARTEFACT_KINDS): Finding[] {
  const { searched, findings } = search(folder);
  const missing = needs.filter((kind) => searched[kind].lines === 0);
  if (missing.length > 0) throw new NothingSearched(`There are no ${missing.join(', ')} to search`);
  return findings;
}

export function search(folder: string): Search {
  const none = () => ({ files: 0, lines: 0 });
  const searched: Search['searched'] = { logs: none(), metrics: none(), traces: none(), events: none() };
  const findings: Finding[] = [];
  for (const file of listFiles(folder)) {
    const lines = readFileSync(join(folder, file), 'utf8').split('\n');
    const kind = file.split(sep)[0] ?? '';
    if (isKind(kind, searched)) {
      searched[kind].files++;
      searched[kind].lines += lines.filter((line) => line.trim() !== '').length;
    }
    lines.forEach((text, index) => {
      for (const found of findPersonalData(text)) findings.push({ file, line: index + 1, ...found });
    });
  }
  return { searched, findings };
}

/** All personal data in one text. */
export function findPersonalData(text: string): { sort: string; masked: string }[] {
  return PATTERNS.flatMap(({ sort, pattern }) =>
    [...text.matchAll(pattern)].map(([datum]) => ({ sort, masked: mask(datum) })),
  );
}

function mask(datum: string): string {
  return `${datum.slice(0, 2)}${'*'.repeat(datum.length - 2)}`;
}

function isKind(kind: string, searched: Search['searched']): kind is ArtefactKind {
  return Object.hasOwn(searched, kind);
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}

const SHOWN = 50;

function report(folder: string, needs: readonly ArtefactKind[]): void {
  for (const [kind, { files, lines }] of Object.entries(search(folder).searched)) {
    console.log(`${kind}: ${lines} lines in ${files} files searched`);
  }
  const findings = searchForPersonalData(folder, needs);
  for (const { file, line, sort, masked } of findings.slice(0, SHOWN)) {
    console.error(`${join(folder, file)}:${line}: ${sort} ${masked}`);
  }
  if (findings.length > SHOWN) console.error(`and ${findings.length - SHOWN} more`);
  if (findings.length > 0) throw new Error(`Personal data in ${findings.length} places`);
  console.log('No personal data found');
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({ options: { needs: { type: 'string' } }, allowPositionals: true });
  const isNeeded = (kind: ArtefactKind) => values.needs === undefined || values.needs.split(',').includes(kind);
  try {
    report(positionals[0] ?? artefacts(), ARTEFACT_KINDS.filter(isNeeded));
  } catch (thrown) {
    console.error(thrown instanceof Error ? thrown.message : thrown);
    process.exitCode = 1;
  }
}
