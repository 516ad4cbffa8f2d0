// Lints the OpenAPI documents with Redocly (redocly.yaml) and Spectral (.spectral.yaml): no error, no warning, no hint.
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
for (const { file, create } of DOCUMENTS) writeFileSync(`${FOLDER}/${file}`, JSON.stringify(create(), null, 2));
const bin = await nodeTools();
const passed = await Promise.all(LINTERS.map(({ name, parts }) => lint(name, parts)));
process.exit(passed.every(Boolean) ? 0 : 1);

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
