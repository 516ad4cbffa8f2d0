import { execFile } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';

const run = promisify(execFile);
const UNITS = globSync('deploy/systemd/*');
const SERVICES = UNITS.filter((path) => path.includes('@'));
/** Including the migration, which is not a template unit. */
const ALL_SERVICES = UNITS.filter((path) => path.endsWith('.service'));
const textOf = (path: string) => readFileSync(path, 'utf8');

// systemd checks that programs and folders exist, so the copies use paths of this machine.
const folder = mkdtempSync(join(tmpdir(), 'units-'));
const copies = UNITS.map((path) => {
  const copy = join(folder, basename(path));
  writeFileSync(copy, textOf(path).replaceAll('/usr/bin/node', process.execPath).replaceAll('/opt/onboarding', folder));
  return copy;
});
mkdirSync(join(folder, '.build/sites/handbook'), { recursive: true });
writeFileSync(join(folder, '.build/sites/handbook/systemd.html'), '');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('systemd accepts every line of the units', async () => {
  expect([SERVICES.length, ALL_SERVICES.length]).toEqual([3, 4]);
  const { stdout, stderr } = await run('systemd-analyze', ['verify', '--man=no', ...copies]);
  expect(stdout + stderr).toBe('');
});

test('systemd accepts the drop-in of docs/systemd.md, which loads the secret', async () => {
  const [, addition = ''] = /^ *```ini\n(.*?)^ *```$/ms.exec(textOf('docs/systemd.md')) ?? [];
  const [, unit = ''] = /systemctl edit (\S+)/.exec(addition) ?? [];
  const service = join(folder, `${unit}.service`);
  const before = textOf(service);
  const lines = addition.replaceAll(/^ +/gm, '');
  writeFileSync(service, `${before}\n${lines}`);
  const { stdout, stderr } = await run('systemd-analyze', ['verify', '--man=no', ...copies]);
  writeFileSync(service, before);
  expect(stdout + stderr).toBe('');
  const [, name] = /^LoadCredential=(\w+):/m.exec(lines) ?? [];
  expect(lines).toContain(`\nEnvironment=${name}_FILE=%d/${name}\n`);
});

test('systemd-analyze security rates every unit as OK', async () => {
  for (const unit of ALL_SERVICES.map((path) => join(folder, basename(path)))) {
    const { stdout } = await run('systemd-analyze', [
      'security',
      '--offline=true',
      '--threshold=15',
      '--no-pager',
      unit,
    ]);
    expect(stdout, unit).toContain('OK');
  }
});

test('each unit starts a program of the release that the production guide builds', () => {
  for (const path of ALL_SERVICES) {
    const [service = ''] = /api|identity|worker|migrate/.exec(basename(path)) ?? [];
    const words = service === 'migrate' ? 'ctl database migrate' : service;
    expect(textOf(path)).toContain(
      `\nWorkingDirectory=/opt/onboarding\nExecStart=/usr/bin/node onboarding.js ${words}\n`,
    );
  }
});

test('a process has enough time to drain before systemd kills it', () => {
  for (const path of SERVICES) {
    const [, drain] = /^Environment=DRAIN_SECONDS=(\d+)$/m.exec(textOf(path)) ?? [];
    const [, stop] = /^TimeoutStopSec=(\d+)$/m.exec(textOf(path)) ?? [];
    expect(Number(stop), path).toBeGreaterThan(Number(drain) + 25);
  }
});

test('every secret of a unit is a credential that systemd loads for that unit only', () => {
  for (const path of UNITS.filter((unit) => unit.endsWith('.service'))) {
    const [service] = /api|identity|worker|migrate/.exec(basename(path)) ?? [];
    const loaded = [...textOf(path).matchAll(/^LoadCredential=(\w+):(.+)$/gm)];
    expect(loaded.length, path).toBeGreaterThan(0);
    for (const [, name, file] of loaded) {
      expect(file).toBe(`/etc/onboarding/secrets/${service}/${name}`);
      expect(textOf(path)).toContain(`\nEnvironment=${name}_FILE=%d/${name}\n`);
    }
    expect([...textOf(path).matchAll(/_FILE=/g)]).toHaveLength(loaded.length);
  }
});
