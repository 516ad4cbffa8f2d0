// Fills in the values of a case: stored values by name, and bodies, files and deliveries that are created on demand.
import { createHmac } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EICAR } from '../../scripts/servers/clamd-server.ts';
import { newReference, validBody, validPerson } from '../harness/bodies.ts';
import { jpegOf, pdfOf, pngOf } from '../harness/files.ts';

export type Values = Record<string, unknown>;

export interface Making {
  values: Values;
  /** For files. */
  folder: string;
}

export async function fillIn(given: unknown, making: Making): Promise<unknown> {
  if (typeof given === 'string') return given.startsWith('$') ? lookUp(given.slice(1), making.values) : given;
  if (typeof given !== 'object' || given === null) return given;
  if (Array.isArray(given)) return Promise.all(given.map((one) => fillIn(one, making)));
  const [[name = '', told] = []] = Object.entries(given);
  const maker = MAKERS[name];
  if (maker !== undefined) return maker((await fillIn(told, making)) as never, making);
  const filled = Object.entries(given).map(async ([key, value]) => [key, await fillIn(value, making)]);
  return Object.fromEntries(await Promise.all(filled));
}

function lookUp(path: string, values: Values): unknown {
  if (path === 'uuid') return crypto.randomUUID();
  if (path === 'reference') return newReference();
  if (path === 'registration') return `R${String(Math.random()).slice(2, 10)}`;
  let found: unknown = values;
  for (const part of path.split('.')) {
    if (typeof found !== 'object' || found === null || !(part in found)) throw new Error(`there is no value $${path}`);
    found = Reflect.get(found, part);
  }
  return found;
}

interface FileKind {
  kind: 'pdf' | 'png' | 'jpeg' | 'text' | 'infected' | 'empty';
  sizeBytes?: number;
}

const CONTENTS: Record<FileKind['kind'], (sizeBytes: number) => Buffer> = {
  pdf: (sizeBytes) => pdfOf('a document', sizeBytes),
  png: () => pngOf(),
  jpeg: () => jpegOf(),
  text: () => Buffer.from('%PDF-1.7 begins like a document and is none'),
  infected: () => pdfOf(EICAR),
  empty: () => Buffer.alloc(0),
};

interface DeliveryToMake {
  secrets: string[];
  body: string;
  id?: string;
  sentSecondsAgo?: number;
}

const MAKERS: Record<string, (told: never, making: Making) => unknown> = {
  $business: (changes: Values) => validBody({ businessPersonList: [], ...changes }),
  $person: (changes: Values) => validPerson(changes),
  $join: (parts: string[]) => parts.join(''),
  $repeat: ({ text, times }: { text: string; times: number }) => text.repeat(times),
  async $file({ kind, sizeBytes = 0 }: FileKind, { folder }) {
    const path = join(folder, crypto.randomUUID());
    await writeFile(path, CONTENTS[kind](sizeBytes));
    return { path };
  },
  $delivery({ secrets, body, id = crypto.randomUUID(), sentSecondsAgo = 0 }: DeliveryToMake) {
    const timestamp = String(Math.floor(Date.now() / 1000) - sentSecondsAgo);
    const sign = (secret: string) =>
      createHmac('sha256', Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
        .update(`${id}.${timestamp}.${body}`)
        .digest('base64');
    const signature = secrets.map((secret) => `v1,${sign(secret)}`).join(' ');
    return { body, headers: { 'Svc-Id': id, 'Svc-Timestamp': timestamp, 'Svc-Signature': signature } };
  },
};
