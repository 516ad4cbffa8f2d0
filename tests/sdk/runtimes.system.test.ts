// The packed TypeScript SDK on the platforms besides Node that its page lists: one program, against the real services.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildPackages } from '../../scripts/build-packages.ts';
import { freePort } from '../../scripts/free-port.ts';
import { type Runtime, runtimes } from '../../scripts/runtimes.ts';
import { validBody } from '../harness/bodies.ts';
import { until } from '../harness/patience.ts';
import { openPartnerStack, type PartnerStack } from '../harness/scenes/partner-stack.ts';

const run = promisify(execFile);
const PROGRAM = 'runtime-program.mjs';
/** Larger than a page of the list, so that there are several. */
const BUSINESSES = 5;

/** The input of the program, and what it must observe. */
interface Given {
  baseUrl: string;
  issuer: string;
  clientId: string;
  privateKey: string;
  bodies: unknown[];
}

let folder: string;
let programs: Record<Runtime, string>;
let stack: PartnerStack;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'runtimes-'));
  [programs, stack] = await Promise.all([runtimes(), openPartnerStack(), installSdk()]);
});
afterAll(async () => {
  await stack?.close();
  await rm(folder, { recursive: true });
});

async function installSdk(): Promise<void> {
  const { sdk } = await buildPackages(join(folder, '.build'));
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'partner', private: true, type: 'module' }));
  const { stdout } = await run('npm', ['pack', '--silent', sdk, '--pack-destination', folder]);
  const options = ['--offline', '--no-audit', '--no-fund', `--cache=${join(folder, 'empty-cache')}`];
  await run('npm', ['install', ...options, join(folder, stdout.trim())], { cwd: folder });
  await writeFile(join(folder, PROGRAM), await readFile(resolve('tests/sdk', PROGRAM)));
}

/** Each run has its own businesses. */
function given(platform: string): Given {
  const { partner, certificate } = stack.machine;
  return {
    baseUrl: stack.baseUrl,
    issuer: stack.issuer,
    clientId: partner.clientId,
    privateKey: certificate.keyPem,
    bodies: Array.from({ length: BUSINESSES }, (_, index) =>
      validBody({ partnerCustomerId: `${platform}-${index}`, registrationNumber: `RC-${platform}` }),
    ),
  };
}

const references = (platform: string) => Array.from({ length: BUSINESSES }, (_, index) => `${platform}-${index}`);

/** The same on all platforms, except for the name of the platform. */
const expected = (platform: string, runsIn: string) => ({
  runsIn: expect.stringContaining(runsIn),
  token: expect.stringMatching(/^eyJ/),
  withCryptoKey: expect.stringMatching(/^eyJ/),
  listed: references(platform).toReversed(),
  pages: 3,
  document: 'Confirmed',
  refused: ['DocumentRefusedError', 'ContentMismatch'],
  missing: ['NotFoundError', 'Customer.NotFound', 'string'],
  webhook: 'Hello',
  forged: 'WebhookSignatureError',
  aborted: 'TimeoutError',
});

/** A small wrapper around the shared program. */
const WRAPPED = `
  import * as sdk from '@onboarding/sdk';
  import { readFileSync } from 'node:fs';
  import process from 'node:process';
  import { use } from './${PROGRAM}';
  console.log(JSON.stringify(await use(sdk, JSON.parse(readFileSync(process.argv[2], 'utf8')))));
`;

describe.each([
  ['deno', 'Deno', ['run', '--no-prompt', '--node-modules-dir=manual', '--allow-net', '--allow-read']],
  ['bun', 'Bun', ['run']],
] as const)('%s', (command, runsIn, options) => {
  test('runs every part of the SDK', async () => {
    const [program, values] = [join(folder, `${command}.mjs`), join(folder, `${command}.json`)];
    await writeFile(program, WRAPPED);
    await writeFile(values, JSON.stringify(given(command)));
    const { stdout } = await run(programs[command], [...options, program, values], { cwd: folder });
    const { progress, ...seen } = JSON.parse(stdout);
    expect(seen).toEqual(expected(command, runsIn));
    checkProgress(progress);
  });
});

test('workerd runs every part of the SDK in a Worker', async () => {
  await writeFile(
    join(folder, 'worker.js'),
    `import * as sdk from '@onboarding/sdk';
     import { use } from './${PROGRAM}';
     export default { fetch: async (_, env) => Response.json(await use(sdk, env.GIVEN)) };`,
  );
  await writeFile(join(folder, 'given.json'), JSON.stringify(given('workerd')));
  const port = await freePort();
  await writeFile(join(folder, 'config.capnp'), workerdConfig(port));
  const worker = spawn(programs.workerd, ['serve', 'config.capnp'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  worker.stderr.on('data', (chunk) => (errors += chunk));
  try {
    const url = `http://127.0.0.1:${port}`;
    let answer: Response | undefined;
    await until(async () => {
      expect(worker.exitCode, errors).toBeNull();
      answer ??= await fetch(url).catch(() => undefined);
      return answer !== undefined;
    }, 'workerd answers');
    const text = (await answer?.text()) ?? '';
    expect(answer?.status, `${text}${errors}`).toBe(200);
    const { progress, ...seen } = JSON.parse(text);
    expect(seen).toEqual(expected('workerd', 'Cloudflare-Workers'));
    checkProgress(progress);
  } finally {
    worker.kill();
    await once(worker, 'exit');
  }
});

test('the page of the package names the tested versions', async () => {
  const { dependencies } = JSON.parse(await readFile('scripts/runtimes/package.json', 'utf8'));
  const page = await readFile('packages/sdk/README.md', 'utf8');
  const tried = Object.entries<string>(dependencies).map(([name, version]) => {
    return `${name} ${version.split('.').slice(0, 2).join('.')}`;
  });
  expect(tried.length).toBeGreaterThan(0);
  expect(tried.filter((one) => !page.toLowerCase().includes(one))).toEqual([]);
});

/** With the package's module as a bundler would resolve it, and with network access to services on this machine. */
const workerdConfig = (port: number) => `
using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .worker),
    (name = "internet", network = (allow = ["private", "public"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
const worker :Workerd.Worker = (
  modules = [
    (name = "worker.js", esModule = embed "worker.js"),
    (name = "${PROGRAM}", esModule = embed "${PROGRAM}"),
    (name = "@onboarding/sdk", esModule = embed "node_modules/@onboarding/sdk/dist/index.js"),
  ],
  bindings = [(name = "GIVEN", json = embed "given.json")],
  compatibilityDate = "2026-11-01",
);
`;

/** From some bytes to all of them. */
function checkProgress(progress: { sentBytes: number; totalBytes: number }[]): void {
  const sent = progress.map(({ sentBytes }) => sentBytes);
  expect(sent.length).toBeGreaterThan(0);
  expect(sent).toEqual(sent.toSorted((one, other) => one - other));
  expect(sent.at(-1)).toBe(progress[0]?.totalBytes);
}
