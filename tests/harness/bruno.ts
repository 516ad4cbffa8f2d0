// Sends the requests of docs/collection as Bruno does, whose own program is 500 packages: the blocks that our files use,
// and the functions that their scripts call.

import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

type Variables = Map<string, unknown>;

export interface Answered {
  name: string;
  status: number;
  body: unknown;
}

/** `name { ... }`, each beginning and ending in the first column. */
function readBru(text: string): Map<string, string> {
  const blocks = [...text.matchAll(/^([a-z:-]+) \{\n(.*?)\n\}$/gms)];
  return new Map(blocks.map(([, name = '', content = '']) => [name, content.replaceAll(/^ {2}/gm, '')]));
}

/** The lines `name: value`; those that begin with a tilde are switched off. */
function pairsOf(block = ''): Record<string, string> {
  const lines = block.split('\n').filter((line) => line !== '' && !line.startsWith('~'));
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)]),
  );
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** In the order of the collection; `values` replace what its environment says. */
export async function runCollection(
  folder: string,
  environment: string,
  values: Record<string, string>,
): Promise<Answered[]> {
  const read = async (file: string) => readBru(await readFile(join(folder, file), 'utf8'));
  const named = pairsOf((await read(`environments/${environment}.bru`)).get('vars'));
  for (const name of Object.keys(values)) if (!(name in named)) throw new Error(`${environment} does not set ${name}`);
  const variables: Variables = new Map(Object.entries({ ...named, ...values }));
  const collection = await read('collection.bru');
  const files = (await readdir(folder)).filter((file) => file.endsWith('.bru') && file !== 'collection.bru');
  const requests = await Promise.all(files.map(read));
  const metaOf = (request: Map<string, string>) => pairsOf(request.get('meta'));
  requests.sort((one, other) => Number(metaOf(one).seq) - Number(metaOf(other).seq));
  const answered: Answered[] = [];
  for (let index = 0; index < requests.length; index++) {
    const request = requests[index] ?? new Map();
    const name = metaOf(request).name ?? '';
    const bru = bruOf(folder, variables);
    await runScript(collection.get('script:pre-request'), { bru });
    const { status, body } = await send(request, collection, variables);
    answered.push({ name, status, body });
    const req = { getName: () => name };
    const res = { getStatus: () => status, getBody: () => body };
    await runScript(request.get('script:post-response'), { bru, req, res });
    if (bru.next !== undefined) index = requests.findIndex((one) => metaOf(one).name === bru.next) - 1;
  }
  return answered;
}

async function send(request: Map<string, string>, collection: Map<string, string>, variables: Variables) {
  const method = METHODS.find((one) => request.has(one)) ?? '';
  const filled = (text: string) => fill(text, variables);
  const { url = '' } = pairsOf(request.get(method));
  const { token = '' } = pairsOf(collection.get('auth:bearer'));
  const body = request.get('body:json');
  const answer = await fetch(filled(url), {
    method: method.toUpperCase(),
    headers: {
      ...Object.fromEntries(
        Object.entries(pairsOf(request.get('headers'))).map(([key, value]) => [key, filled(value)]),
      ),
      authorization: `Bearer ${filled(token)}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: filled(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as unknown };
}

/** A variable that nobody has set stays, and the request fails. */
function fill(text: string, variables: Variables): string {
  return text.replaceAll(/\{\{([\w$]+)\}\}/g, (whole, name: string) =>
    name === '$guid' ? crypto.randomUUID() : String(variables.get(name) ?? whole),
  );
}

function bruOf(folder: string, variables: Variables) {
  return {
    next: undefined as string | undefined,
    getVar: (name: string) => variables.get(name),
    getEnvVar: (name: string) => variables.get(name),
    setVar: (name: string, value: unknown) => void variables.set(name, value),
    cwd: () => folder,
    sleep: delay,
    setNextRequest(name: string) {
      this.next = name;
    },
    async sendRequest(request: { method: string; url: string; headers: Record<string, string>; data: string }) {
      const { url, data: body, ...init } = request;
      const answer = await fetch(url, { ...init, body });
      return { status: answer.status, data: (await answer.json()) as unknown };
    },
  };
}

const AsyncFunction = (async () => {}).constructor as new (
  ...parts: string[]
) => (...given: unknown[]) => Promise<void>;

async function runScript(code: string | undefined, given: Record<string, unknown>): Promise<void> {
  if (code === undefined) return;
  const known = { ...given, require: createRequire(import.meta.url) };
  await new AsyncFunction(...Object.keys(known), code)(...Object.values(known));
}
