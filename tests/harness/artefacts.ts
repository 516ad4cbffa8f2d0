// What the tests leave behind for the search for personal data: every log line, metric, span and event of the whole run.
import { appendFileSync, mkdirSync } from 'node:fs';
import { resolve } from 'node:path';

export type ArtefactKind = 'logs' | 'metrics' | 'traces' | 'events';

/** The folder of artefacts, or of one kind. */
export function artefacts(kind?: ArtefactKind): string {
  return resolve('.test/artefacts', kind ?? '.');
}

export function keep(kind: ArtefactKind, name: string, text: string): void {
  mkdirSync(artefacts(kind), { recursive: true });
  appendFileSync(resolve(artefacts(kind), name), `${text}\n`);
}
