// Lints the OpenAPI documents with Redocly (redocly.yaml) and Spectral (.spectral.yaml): no error, no warning, no hint.
// In the documents for partners, every property of a schema must also be described.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { DOCUMENTS } from '../apps/api/src/docs/documents.ts';
import { nodeTools } from './openapi-tools.ts';

/** Also named in redocly.yaml. */
const FOLDER = '.build/openapi';
const FILES = DOCUMENTS.map(({ file }) => `${FOLDER}/${file}`);
/** An idle machine needs about ten seconds. */
const LINT_MS = 900_000;

/** What integrators read. */
const FOR_PARTNERS = ['openapi.json', 'openapi-sandbox.json'];

const LINTERS: { name: string; parts: string[] }[] = [
  // Every rule is an error (recommended-strict), and redocly.yaml names the documents.
  { name: 'redocly', parts: ['lint', '--max-problems=1000', '--format=stylish'] },
  { name: 'spectral', parts: ['lint', '--fail-severity=hint', '--ruleset=.spectral.yaml', ...FILES] },
];

if (process.argv.includes('--help')) {
  console.log(`usage: scripts/with-node24 scripts/lint-openapi.ts   writes ${FILES.join(', ')} and lints them`);
  process.exit(0);
}

mkdirSync(FOLDER, { recursive: true });
const undescribed: string[] = [];
for (const { file, create } of DOCUMENTS) {
  const written = JSON.stringify(create(), null, 2);
  writeFileSync(`${FOLDER}/${file}`, written);
  if (FOR_PARTNERS.includes(file)) undescribed.push(...undescribedIn(JSON.parse(written)).map((at) => `${file} ${at}`));
}
console.log(
  `-- descriptions: ${undescribed.length === 0 ? 'no problems found' : 'a property lacks one; add it to its schema'}`,
);
for (const at of undescribed) console.log(`  ${at}`);
const bin = await nodeTools();
const passed = await Promise.all(LINTERS.map(({ name, parts }) => lint(name, parts)));
process.exit(undescribed.length === 0 && passed.every(Boolean) ? 0 : 1);

interface Schema {
  description?: string;
  $ref?: string;
  type?: string;
  items?: Schema;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
}

/** The places of the properties without a description. One that only refers to a described schema needs none. */
function undescribedIn(document: { components: { schemas: Record<string, Schema> } }): string[] {
  const isDescribed = ({ description, $ref, items, anyOf }: Schema): boolean => {
    if (description !== undefined) return true;
    if ($ref !== undefined) return document.components.schemas[$ref.split('/').at(-1) ?? '']?.description !== undefined;
    if (items?.$ref !== undefined) return isDescribed(items);
    const referring = anyOf?.filter(({ type }) => type !== 'null') ?? [];
    return referring.length > 0 && referring.every((one) => one.$ref !== undefined && isDescribed(one));
  };
  const below = (value: unknown, path: string): string[] => {
    if (typeof value !== 'object' || value === null) return [];
    const { properties } = value as Schema;
    const missing = Object.entries(properties ?? {}).filter(([, schema]) => !isDescribed(schema));
    const parts = Object.entries(value).filter(([name]) => !/^examples?$/.test(name));
    return [
      ...missing.map(([name]) => `${path}.${name}`),
      ...parts.flatMap(([name, part]) => below(part, `${path}/${name}`)),
    ];
  };
  return below(document, '#');
}

async function lint(name: string, parts: string[]): Promise<boolean> {
  const child = spawn(process.execPath, [`${bin}/${name}`, ...parts], {
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: LINT_MS,
    // Neither checks the registry for updates, nor reports usage.
    env: { ...process.env, REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', REDOCLY_TELEMETRY: 'off', NO_COLOR: '1' },
  });
  const [said, complained] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  const ok = child.exitCode === 0;
  console.log(`-- ${name}: ${ok ? 'no problems found' : `exit ${child.exitCode ?? child.signalCode}`}`);
  if (!ok) console.log(`${said}${complained}`);
  return ok;
}
