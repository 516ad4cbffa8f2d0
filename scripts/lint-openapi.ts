// Lints the four OpenAPI documents with Redocly (redocly.yaml) and Spectral (.spectral.yaml): no error, no warning, no
// hint.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { nodeTools } from './openapi-tools.ts';

const DOCUMENTS = ['', '-dashboard', '-compliance', '-sandbox'].map((which) => `docs/openapi${which}.json`);
/** An idle machine needs about ten seconds. */
const LINT_MS = 900_000;

const LINTERS: { name: string; parts: string[] }[] = [
  // Every rule is an error (recommended-strict), and redocly.yaml names the documents.
  { name: 'redocly', parts: ['lint', '--max-problems=1000', '--format=stylish'] },
  { name: 'spectral', parts: ['lint', '--fail-severity=hint', '--ruleset=.spectral.yaml', ...DOCUMENTS] },
];

if (process.argv.includes('--help')) {
  console.log(`usage: scripts/with-node24 scripts/lint-openapi.ts   lints ${DOCUMENTS.join(', ')}`);
  process.exit(0);
}

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
