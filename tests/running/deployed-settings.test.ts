// Compares the settings in the chart and the systemd units with the declarations of all settings.
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { checkSettings, SERVICES, SETTINGS, type Service } from '@onboarding/settings';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { CHART, KINDS, type Kind, renderingFile } from '../../scripts/chart/rendering.ts';

interface Container {
  name: string;
  args: string[];
  env: { name: string; value: string }[];
}

/** Settings of Node itself. */
const NOT_OURS = ['NODE_ENV', 'NODE_COMPILE_CACHE', 'NODE_EXTRA_CA_CERTS'];
const KEY_RING = JSON.stringify({ current: 'k1', keys: { k1: Buffer.alloc(32).toString('base64') } });
const SECRETS = [...SETTINGS].filter(([, { secret }]) => secret === true).map(([name]) => name);

const containersOf = (kind: Kind): Container[] =>
  parseAllDocuments(readFileSync(renderingFile(kind), 'utf8'))
    .map((document) => document.toJS())
    .flatMap(({ spec }) => spec?.template?.spec.containers ?? []);

/** A valid example value for each secret. */
function exampleOf(secret: string, service: string): string {
  if (secret === 'KEY_RING') return KEY_RING;
  const role = service === 'api' ? 'onboarding_app' : `onboarding_${service}`;
  return (
    SETTINGS.get(secret)?.example?.replace('onboarding_app', role).replace('...', 'password') ?? secret.padEnd(40, 'x')
  );
}

function given(service: Service, variables: readonly (readonly [name: string, value: string])[]) {
  const ours = variables.filter(([name]) => !NOT_OURS.includes(name));
  const known = ours.map(([name, value]): [string, string] => {
    const secret = name.replace(/_FILE$/, '');
    return secret === name ? [name, value] : [secret, exampleOf(secret, service)];
  });
  return { service, environment: Object.fromEntries(known), ownNames: known.map(([name]) => name) };
}

test.each(KINDS)('every process of the %s rendering has all required settings, known and consistent', (kind) => {
  const all = containersOf(kind).flatMap(({ name, env }) => {
    const service = SERVICES.find((one) => one === name);
    return service === undefined
      ? []
      : [
          given(
            service,
            env.map((variable) => [variable.name, variable.value]),
          ),
        ];
  });
  expect(new Set(all.map(({ service }) => service)).size).toBe(3);
  // Only warnings: each operator must choose an external anchor store and a sender.
  expect(checkSettings(all).filter(({ name }) => !['AUDIT_ANCHORS', 'MAIL_FROM'].includes(name))).toEqual([]);
});

test('the chart lists every secret and passes it only as a file', () => {
  expect(parse(readFileSync(`${CHART}/files/secret-settings.yaml`, 'utf8')).sort()).toEqual(SECRETS.sort());
  const names = KINDS.flatMap((kind) => containersOf(kind).flatMap(({ env }) => env.map(({ name }) => name)));
  expect(names.filter((name) => SECRETS.includes(name))).toEqual([]);
  expect(names.filter((name) => name.endsWith('_FILE') && !SECRETS.includes(name.slice(0, -5)))).toEqual([]);
});

test('every setting of a unit is read by its process, and only secrets are files', () => {
  const units = globSync('deploy/systemd/*.service');
  expect(units.length).toBeGreaterThanOrEqual(SERVICES.length);
  for (const path of units) {
    const reader = /api|identity|worker/.exec(basename(path))?.[0] ?? 'ctl';
    const variables = [...readFileSync(path, 'utf8').matchAll(/^Environment=(.+)$/gm)].flatMap(([, line = '']) =>
      line.split(' '),
    );
    const names = variables.map((variable) => variable.split('=')[0] ?? '').filter((name) => !NOT_OURS.includes(name));
    expect(names.length, path).toBeGreaterThan(0);
    for (const name of names) {
      const isFile = name.endsWith('_FILE');
      const setting = SETTINGS.get(isFile ? name.slice(0, -5) : name);
      expect([name, Object.keys(setting?.readBy ?? {}), setting?.secret ?? false]).toEqual([
        name,
        expect.arrayContaining([reader]),
        isFile,
      ]);
    }
  }
});

test('the chart and the units run the same, existing migration command', () => {
  const commands = readFileSync('docs/command.md', 'utf8');
  const [job] = containersOf('minimal').filter(({ name }) => name === 'migrate');
  const [, unit] =
    /^ExecStart=\/usr\/bin\/node onboarding\.js ctl (.+)$/m.exec(
      readFileSync('deploy/systemd/onboarding-migrate.service', 'utf8'),
    ) ?? [];
  expect(job?.args).toEqual(['ctl', ...(unit ?? '').split(' ')]);
  expect(commands).toMatch(new RegExp(`^#+ .*${unit}`, 'm'));
});
