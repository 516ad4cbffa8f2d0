// The packages for partners: packed, installed into empty projects, and used against real services with every supported Node
// version and with Python.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildPackages, buildPython, type NpmPackage } from '../../scripts/build-packages.ts';
import { pythonTools } from '../../scripts/openapi-tools.ts';
import { cloneDatabase, type TestDatabase } from '../harness/database.ts';
import { type RunningApi, runApi } from '../harness/process.ts';
import { addMachine } from '../harness/scenes/asking.ts';
import { type Identity, NO_LIMITS, startIdentity } from '../harness/scenes/identity-process.ts';

const run = promisify(execFile);
const KB = 1000;
const PATH = `${dirname(process.execPath)}${delimiter}${process.env.PATH}`;
/** The module systems that a project may use. */
const KINDS = ['module', 'commonjs'] as const;
type Kind = (typeof KINDS)[number];

let folder: string;
let database: TestDatabase;
let identity: Identity;
let api: RunningApi;
/** The settings of a partner's program, under the names that the CLI uses. */
let settings: Record<string, string>;
let version: string;
const tarballOf = (name: NpmPackage) => join(folder, `onboarding-${name}-${version}.tgz`);

const projectOf = (kind: Kind) => join(folder, kind);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packages-'));
  ({ version } = JSON.parse(await readFile('package.json', 'utf8')));
  await Promise.all([startServices(), installPackages()]);
});
afterAll(async () => {
  await api.kill();
  await identity.stop();
  await database.close();
  await rm(folder, { recursive: true });
});

async function startServices(): Promise<void> {
  database = await cloneDatabase();
  identity = await startIdentity(database, NO_LIMITS);
  api = await runApi({ databaseUrl: database.appUrl, issuerUrl: identity.issuer });
  const { partner, certificate } = await addMachine(database);
  const key = join(folder, 'key.pem');
  await writeFile(key, certificate.keyPem, { mode: 0o600 });
  settings = {
    PATH,
    HOME: folder,
    ONBOARDING_API: api.url,
    ONBOARDING_ISSUER: identity.issuer,
    ONBOARDING_CLIENT_ID: partner.clientId,
    ONBOARDING_KEY: key,
  };
}

async function installPackages(): Promise<void> {
  await buildPackages(join(folder, '.build'));
  const sdk = await installLines('packages/sdk/README.md');
  await perform(sdk.slice(0, 1), folder);
  for (const kind of KINDS) {
    await mkdir(projectOf(kind));
    await writeFile(join(projectOf(kind), 'package.json'), JSON.stringify({ name: kind, private: true, type: kind }));
    await perform(sdk.slice(1), projectOf(kind));
  }
  const cli = await installLines('packages/cli/README.md');
  expect(await installLines('docs/cli.md')).toEqual(cli);
  await perform(cli, folder);
}

/** The commands that a page tells partners to run after the build. */
async function installLines(page: string): Promise<string[]> {
  const lines = (await readFile(page, 'utf8')).split('\n');
  const start = lines.indexOf('npm ci && npm run build:packages');
  expect(start, page).toBeGreaterThan(0);
  return lines.slice(start + 1, start + 10).filter((line) => /^npm (pack|install) /.test(line));
}

async function perform(lines: readonly string[], cwd: string): Promise<void> {
  // Offline and with an empty cache, so that any further dependency would be missing.
  const env = {
    PATH,
    HOME: folder,
    npm_config_cache: join(folder, 'empty-cache'),
    npm_config_offline: 'true',
    npm_config_prefix: join(folder, 'global'),
    npm_config_update_notifier: 'false',
  };
  for (const line of lines) await run('sh', ['-c', line], { cwd, env });
}

/** One Node for each supported major version on this machine, including the one that runs the tests. */
async function findNodes(): Promise<string[]> {
  const byMajor = new Map<number, string>();
  const places = PATH.split(delimiter).map((place) => join(place, 'node'));
  for (const path of [process.execPath, ...places]) {
    const { stdout } = await run(path, ['-p', 'process.versions.node']).catch(() => ({ stdout: '' }));
    const major = Number.parseInt(stdout, 10);
    if (major >= 20 && !byMajor.has(major)) byMajor.set(major, path);
  }
  // The oldest and newest versions that the documentation promises.
  expect([...byMajor.keys()]).toEqual(expect.arrayContaining([20, 24]));
  return [...byMajor.values()];
}

const listed = async (tarball: string) => (await run('tar', ['tzf', tarball])).stdout.trim().split('\n').toSorted();

describe('the tarball', () => {
  test('of the SDK contains only JavaScript, types, README and licence, and is below 60 kB', async () => {
    const files = await listed(tarballOf('sdk'));
    const others = files.filter((file) => !/^package\/dist\/[\w.-]+\.d\.c?ts$/.test(file));
    expect(others).toEqual(
      ['LICENSE', 'README.md', 'dist/index.cjs', 'dist/index.js', 'package.json'].map((file) => `package/${file}`),
    );
    expect((await stat(tarballOf('sdk'))).size).toBeLessThan(60 * KB);
  });

  test('of the CLI contains one program and third-party notices', async () => {
    const files = ['LICENSE', 'README.md', 'THIRD-PARTY-NOTICES', 'onboarding.js', 'package.json'];
    expect(await listed(tarballOf('cli'))).toEqual(files.map((file) => `package/${file}`));
    const notices = await readFile(join(folder, '.build/cli/THIRD-PARTY-NOTICES'), 'utf8');
    expect(notices).toMatch(/^commander \d.*\(MIT\)$/m);
  });

  test.each([
    ['sdk', '>=20'],
    ['cli', '>=20.12'],
  ])(
    'of %s has name, version, licence, repository and provenance, needs Node %s, and has no dependencies',
    async (name, node) => {
      const manifest = JSON.parse(await readFile(join(folder, '.build', name, 'package.json'), 'utf8'));
      const { repository, license } = JSON.parse(await readFile('package.json', 'utf8'));
      expect(manifest).toMatchObject({
        name: `@onboarding/${name}`,
        version,
        license,
        engines: { node },
        repository: { ...repository, directory: `packages/${name}` },
        publishConfig: { access: 'public', provenance: true },
      });
      for (const field of ['private', 'dependencies', 'scripts']) expect(manifest).not.toHaveProperty(field);
    },
  );
});

/** A partner's first program: real calls, a refusal caught by its class, and a webhook. */
const PROGRAM = `
  async function main(sdk) {
    const { readFileSync } = await import('node:fs');
    const env = process.env;
    const client = new sdk.OnboardingClient({
      baseUrl: env.ONBOARDING_API,
      issuer: env.ONBOARDING_ISSUER,
      clientId: env.ONBOARDING_CLIENT_ID,
      privateKey: readFileSync(env.ONBOARDING_KEY, 'utf8'),
    });
    const types = await client.listBusinessTypes();
    const refused = await client.readBusinessProfileByReference('nobody').catch((error) => error);
    const secrets = 'whsec_' + Buffer.alloc(32, 1).toString('base64');
    const body = '{"eventId":"e","eventType":"webhook.test","data":{"message":"Hello"}}';
    const headers = await sdk.signDelivery({ eventId: 'e', eventType: 'webhook.test', deliveryId: 'd', body, secrets });
    const event = await sdk.verifyWebhook({ body, headers, secrets });
    console.log(JSON.stringify([
      types.length > 10, refused instanceof sdk.NotFoundError, refused.code, typeof refused.requestId, event.data.message,
    ]));
  }
`;
const LOADED: Record<Kind, string> = {
  module: `import * as sdk from '@onboarding/sdk';${PROGRAM}await main(sdk);`,
  commonjs: `const sdk = require('@onboarding/sdk');${PROGRAM}main(sdk);`,
};

test.each(KINDS)('the SDK works in a %s project with every supported Node version', async (kind) => {
  await writeFile(join(projectOf(kind), 'program.js'), LOADED[kind]);
  for (const node of await findNodes()) {
    const { stdout } = await run(node, ['program.js'], { cwd: projectOf(kind), env: settings });
    expect(JSON.parse(stdout), node).toEqual([true, true, 'Customer.NotFound', 'string', 'Hello']);
  }
});

const TYPED = `
  import { type BusinessProfileCreate, NotFoundError, OnboardingClient, verifyWebhook } from '@onboarding/sdk';
  export async function use(client: OnboardingClient, business: BusinessProfileCreate): Promise<string> {
    const created = await client.createBusinessProfile(business);
    const event = await verifyWebhook({ body: '', headers: {}, secrets: [] });
    if (event.eventType === 'business.person.added') return event.data.uboId;
    // @ts-expect-error a test event has no customer
    if (event.eventType === 'webhook.test') event.data.customerId;
    // @ts-expect-error a body that was parsed
    await verifyWebhook({ body: {}, headers: {}, secrets: [] });
    // @ts-expect-error no such field
    await client.createBusinessProfile({ ...business, industry: 7 });
    return created.customerId;
  }
  export const isMissing = (error: unknown): boolean => error instanceof NotFoundError && error.code.length > 0;
`;

test.each([
  ['module', 'nodenext'],
  ['commonjs', 'node16'],
  ['commonjs', 'nodenext'],
  ['module', 'preserve'],
] as const)('strict TypeScript accepts the SDK in a %s project with module %s', async (kind, module) => {
  const project = projectOf(kind);
  await writeFile(join(project, 'typed.ts'), TYPED);
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    module,
    target: 'es2022',
    // The types may depend only on the platform.
    lib: ['es2022', 'dom', 'dom.iterable'],
    types: [],
    skipLibCheck: false,
  };
  await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['typed.ts'] }));
  const compiled = run(process.execPath, [resolve('node_modules/typescript/bin/tsc'), '-p', project]);
  expect((await compiled.catch((error) => error)).stdout).toBe('');
});

test('the CLI runs with every supported Node version', async () => {
  const command = join(folder, 'global/bin/onboarding');
  for (const node of await findNodes()) {
    const said = async (...parts: string[]) => (await run(node, [command, ...parts], { env: settings })).stdout;
    expect(await said('--version'), node).toMatch(
      new RegExp(`^${RegExp.escape(version)} \\([0-9a-f]{40}(-modified)?\\)\n$`),
    );
    expect(await said('listen', '--help'), node).toContain('--forward-to');
    expect(await said('token'), node).toMatch(/^eyJ[\w-]+\.[\w-]+\.[\w-]+\n$/);
  }
  // As a shell would start it.
  expect((await run(command, ['--help'], { env: settings })).stdout).toContain('onboarding');
});

/** Links the dependencies that the wheel declares from the tools' environment, so that no package index is needed. */
const PROVIDE = `
import importlib.metadata as metadata, pathlib, re, sys
wheel, target = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
import email, zipfile
with zipfile.ZipFile(wheel) as archive:
    [name] = [one for one in archive.namelist() if one.endswith('.dist-info/METADATA')]
    wanted = email.message_from_bytes(archive.read(name)).get_all('Requires-Dist') or []
seen = set()
while wanted:
    requirement = wanted.pop()
    if 'extra ==' in requirement:
        continue
    name = re.match(r'[A-Za-z0-9._-]+', requirement)[0].lower().replace('_', '-')
    if name in seen:
        continue
    seen.add(name)
    try:
        found = metadata.distribution(name)
    except metadata.PackageNotFoundError:
        continue
    wanted += found.requires or []
    for top in {pathlib.Path(file).parts[0] for file in found.files or []} - {'..'}:
        if not (target / top).exists():
            (target / top).symlink_to(found.locate_file(top))
`;

test('the Python wheel works in an empty virtual environment', async () => {
  const wheel = (await buildPython(join(folder, 'python'))).find((path) => path.endsWith('.whl')) ?? '';
  expect(wheel).toContain(`-${version}-py3-none-any.whl`);
  const tools = await pythonTools();
  const place = join(folder, 'environment');
  await run(tools, ['-m', 'venv', place]);
  const python = join(place, 'bin/python');
  const packages = (await run(python, ['-c', 'import site; print(site.getsitepackages()[0])'])).stdout.trim();
  await run(tools, ['-c', PROVIDE, wheel, packages]);
  // Fails if a declared dependency is missing.
  await run(python, ['-m', 'pip', 'install', '--quiet', '--no-index', '--disable-pip-version-check', wheel]);
  const program = `
import os, pathlib
from onboarding_sdk import NotFoundError, OnboardingClient
with OnboardingClient(
    base_url=os.environ['ONBOARDING_API'], issuer=os.environ['ONBOARDING_ISSUER'],
    client_id=os.environ['ONBOARDING_CLIENT_ID'], private_key=pathlib.Path(os.environ['ONBOARDING_KEY']).read_text(),
) as client:
    assert len(client.list_business_types()) > 10
    try:
        client.read_business_profile_by_reference('nobody')
    except NotFoundError as refused:
        print(refused.code, bool(refused.request_id))
`;
  const { stdout } = await run(python, ['-c', program], { cwd: folder, env: settings });
  expect(stdout).toBe('Customer.NotFound True\n');
});
