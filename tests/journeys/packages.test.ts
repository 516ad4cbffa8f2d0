// What partners install, as they get it: packed, unpacked into an empty folder, and run by plain Node.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildPackages } from '../../scripts/build-packages.ts';

const run = promisify(execFile);
const environment = { PATH: `${dirname(process.execPath)}:${process.env.PATH}` };

let folder: string;
/** Somebody else's project. */
let project: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packages-'));
  project = join(folder, 'project');
  const built = await buildPackages(join(folder, 'built'));
  for (const [name, source] of Object.entries(built)) {
    await run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: source, env: environment });
    const installed = join(project, 'node_modules/@onboarding', name);
    await mkdir(installed, { recursive: true });
    await run('tar', ['xzf', join(folder, `onboarding-${name}-0.1.0.tgz`), '--strip-components=1', '-C', installed]);
  }
  await writeFile(join(project, 'package.json'), '{ "type": "module" }');
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

/** Without the ability to run TypeScript. */
async function node(...parts: string[]): Promise<string> {
  const plain = ['--no-experimental-strip-types', ...parts];
  return (await run(process.execPath, plain, { cwd: project, env: environment })).stdout;
}

test('the packages hold JavaScript and types and no source', async () => {
  for (const name of ['sdk', 'cli']) {
    const files = await readdir(join(project, 'node_modules/@onboarding', name));
    expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'package.json']));
    expect(files.filter((file) => /(?<!\.d)\.ts$|tsconfig|\.test\./.test(file))).toEqual([]);
  }
});

test('the SDK verifies a delivery', async () => {
  await writeFile(
    join(project, 'receiver.js'),
    `import { signDelivery, verifyWebhook, WebhookSignatureError } from '@onboarding/sdk';
     const secrets = 'whsec_' + Buffer.alloc(32, 1).toString('base64');
     const body = '{"eventId":"e","eventType":"webhook.test","data":{"message":"Hello"}}';
     const headers = signDelivery({ eventId: 'e', eventType: 'webhook.test', deliveryId: 'd', body, secrets });
     console.log(verifyWebhook({ body, headers, secrets }).data.message);
     try { verifyWebhook({ body: body + ' ', headers, secrets }); }
     catch (error) { console.log(error instanceof WebhookSignatureError, error.name); }`,
  );
  expect(await node('receiver.js')).toBe('Hello\ntrue WebhookSignatureError\n');
});

test('the types of the SDK stand alone and tell events apart', async () => {
  await writeFile(
    join(project, 'receiver.ts'),
    `import { verifyWebhook } from '@onboarding/sdk';
     const event = verifyWebhook({ body: '', headers: {}, secrets: [] });
     if (event.eventType === 'business.person.added') { const id: string = event.data.uboId; id.trim(); }
     // @ts-expect-error a test event has no customer
     if (event.eventType === 'webhook.test') event.data.customerId;
     // @ts-expect-error a body that was parsed
     verifyWebhook({ body: {}, headers: {}, secrets: [] });`,
  );
  const settings = { strict: true, noEmit: true, module: 'nodenext', target: 'es2022', types: [], skipLibCheck: false };
  await writeFile(
    join(project, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: settings, files: ['receiver.ts'] }),
  );
  expect(await node(resolve('node_modules/typescript/bin/tsc'), '-p', 'tsconfig.json')).toBe('');
});

test('the command runs', async () => {
  expect(await node('node_modules/@onboarding/cli/main.js', 'listen', '--help')).toContain('--forward-to');
  const command = join(project, 'node_modules/@onboarding/cli/main.js');
  expect((await run(command, ['--help'], { env: environment })).stdout).toContain('onboarding COMMAND');
  const refused = node('node_modules/@onboarding/cli/main.js', 'listen', '--forward-to', 'https://elsewhere.example/');
  await expect(refused).rejects.toThrow('--allow-remote');
});
