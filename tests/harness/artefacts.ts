// What the tests leave for the search for personal data: every log line, metric, span and event of the whole run.
import { mkdirSync, openSync, writeSync } from 'node:fs';
import { resolve } from 'node:path';

export const ARTEFACT_KINDS = ['logs', 'metrics', 'traces', 'events'] as const;
export type ArtefactKind = (typeof ARTEFACT_KINDS)[number];

/** The folder of artefacts, or of one kind. */
export function artefacts(kind?: ArtefactKind): string {
  return resolve('.test/artefacts', kind ?? '.');
}

/** Kept open: a run writes some hundred thousand lines. */
const open = new Map<string, number>();

export function keep(kind: ArtefactKind, name: string, text: string): void {
  const file = resolve(artefacts(kind), name);
  let descriptor = open.get(file);
  if (descriptor === undefined) {
    mkdirSync(artefacts(kind), { recursive: true });
    descriptor = openSync(file, 'a');
    open.set(file, descriptor);
  }
  writeSync(descriptor, `${text}\n`);
}
