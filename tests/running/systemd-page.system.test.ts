// The settings and secrets of docs/systemd.md: what the units start with if an operator follows the page, after the production guide
// or from the examples. The blocks run in bash, with other folders instead of /etc and /opt. The release is built from the repository:
// unlike an archive, it has no bin and no deploy.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseEnv, promisify } from 'node:util';
import { checkSettings, SERVICES, type Service } from '@onboarding/settings';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assemblePrograms } from '../../scripts/image/assemble.ts';
import { blocksOf, readBlocks } from '../harness/page-blocks.ts';

const folder = mkdtempSync(join(tmpdir(), 'systemd-page-'));
const etc = join(folder, 'etc');
const work = join(folder, 'the guide');
const opt = join(folder, 'opt');
afterAll(() => rmSync(folder, { recursive: true }));

const here = (text: string) => text.replaceAll('/etc/onboarding', etc).replaceAll('/opt/onboarding', opt);
const [fromGuide = '', fromExamples = '', secretsOfBoth = '', functions = '', check = ''] = blocksOf(
  readFileSync('docs/systemd.md', 'utf8').replace(/^EXAMPLES=\S+/m, `EXAMPLES='${resolve('deploy/env')}'`),
  'sh',
).map(here);
/** Values, secrets and settings; a name with a space is the operator's. */
const guide = readBlocks(readFileSync('docs/production.md', 'utf8'), {
  SUPERUSER_DATABASE_URL: "'postgres://postgres:password@db.internal:5432/postgres'",
  S3_ACCESS_KEY: 'access',
  S3_SECRET_KEY: 'secret',
  S3_LINK_ACCESS_KEY: 'links',
  S3_LINK_SECRET_KEY: 'secret',
  MAIL_FROM: "'Onboarding <no-reply@onboarding.internal>'",
}).map((block) => block.replace('ONBOARDING_OPERATOR=olga', 'ONBOARDING_OPERATOR=Olga Nord'));
const [values = '', , secrets = '', settings = '', , , database = ''] = guide;

async function bash(blocks: readonly string[]): Promise<string> {
  const options = { cwd: work, env: { PATH: process.env.PATH } };
  return (await promisify(execFile)('bash', ['-eu', '-o', 'pipefail', '-c', blocks.join('\n')], options)).stdout;
}

beforeAll(async () => {
  mkdirSync(work);
  await assemblePrograms(opt);
});

/** As systemd does: the lines of the unit, then those of the files, which win. */
function environmentOf(service: Service): Record<string, string | undefined> {
  const unit = here(readFileSync(`deploy/systemd/onboarding-${service}@.service`, 'utf8')).replaceAll('%i', '8090');
  const linesOf = (name: string) => [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, line = '']) => line);
  const own = linesOf('Environment').flatMap((line) => line.split(' ').map((one) => one.split(/=(.*)/s).slice(0, 2)));
  const files = linesOf('EnvironmentFile').map((path) => parseEnv(readFileSync(path.replace(/^-/, ''), 'utf8')));
  const credentials = join(etc, 'secrets', service);
  return Object.assign(
    Object.fromEntries(own.map(([name, value = '']) => [name, value.replace('%d', credentials)])),
    ...files,
  );
}

test('after the guide, every unit starts with complete settings, its own port and its own secrets', async () => {
  await bash([values, secrets, settings]);
  // In a new shell, without the guide's values.
  await bash([fromGuide, secretsOfBoth]);
  const given = SERVICES.map((service) => {
    const { NODE_ENV: _env, NODE_COMPILE_CACHE: _cache, ...environment } = environmentOf(service);
    expect([environment.PORT, environment.METRICS_PORT]).toEqual(['8090', '18090']);
    return { service, environment, ownNames: Object.keys(environment) };
  });
  expect(checkSettings(given)).toEqual([]);
  expect(readdirSync(join(etc, 'secrets/migrate'))).toEqual(['MIGRATION_DATABASE_URL']);
});

test('the block of secrets, run again, keeps the key ring and every other secret', async () => {
  const read = () =>
    readdirSync(join(work, 'secrets'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => [name, readFileSync(join(parentPath, name), 'utf8')]);
  const before = read();
  expect(before.length).toBeGreaterThan(25);
  await bash([values, secrets]);
  expect(read()).toEqual(before);

  // Once the database exists, its URLs have the passwords: new ones would lock every process out at the next bootstrap.
  const [deletion = ''] = /^rm .*$/m.exec(database) ?? [];
  await bash([deletion]);
  const left = before.filter(([name = '']) => !/_PASSWORD$|^SUPERUSER/.test(name));
  expect(left.length).toBe(before.length - 7);
  expect(read()).toEqual(left);
  await bash([values, secrets]);
  expect(read()).toEqual(left);
});

test('the functions give commands and checks the same settings and secrets', async () => {
  expect(await bash([functions, check])).toContain(
    '0 faults and 0 warnings in the settings of api, identity, worker, ctl',
  );
  expect(await bash([functions, 'settings ctl'])).toContain('ONBOARDING_OPERATOR=Olga Nord\n');
});

test('the functions of the guide pass on an operator with a space in the name', async () => {
  const [, functionsOfGuide = ''] = /^(settings\(\) .*)$/ms.exec(guide[4] ?? '') ?? [];
  const print = `env "\${GIVEN[@]}" printenv ONBOARDING_OPERATOR KEY_RING_FILE`;
  expect(await bash([functionsOfGuide, 'give ctl', print])).toBe(`Olga Nord\n${join(work, 'secrets/ctl/KEY_RING')}\n`);
});

test('from the examples, every unit has its secrets, valid settings, and no line that overrides what it sets', async () => {
  rmSync(etc, { recursive: true });
  await bash([fromExamples, secretsOfBoth]);
  expect(readdirSync(join(etc, 'secrets')).sort()).toEqual(['api', 'ctl', 'identity', 'migrate', 'worker']);
  expect(readdirSync(join(etc, 'secrets/migrate'))).toEqual(['MIGRATION_DATABASE_URL']);
  for (const service of SERVICES) {
    const unit = readFileSync(`deploy/systemd/onboarding-${service}@.service`, 'utf8');
    const set = [...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, line = '']) =>
      line.split(' ').map((one) => one.split('=')[0] ?? ''),
    );
    const file = parseEnv(readFileSync(resolve(etc, `${service}.env`), 'utf8'));
    expect(file.ENVIRONMENT).toBe('production');
    expect(Object.keys(file).filter((name) => set.includes(name))).toEqual([]);
  }
  const given = SERVICES.map((service) => {
    const { NODE_ENV: _env, NODE_COMPILE_CACHE: _cache, ...environment } = environmentOf(service);
    return { service, environment };
  });
  // Only the sender is left to be replaced.
  expect(checkSettings(given).map(({ kind, name }) => [kind, name])).toEqual([['warning', 'MAIL_FROM']]);
});
