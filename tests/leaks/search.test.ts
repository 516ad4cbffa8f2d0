import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { validBody, validIdentity, validPerson } from '../harness/bodies.ts';
import { EVENTS_SECRET } from '../harness/no-storage.ts';
import { NothingSearched, searchForPersonalData } from './search.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'leaks-'));
  for (const [file, text] of Object.entries(CLEAN)) write(file, text);
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

function write(file: string, text: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
}

/** Typical content of such files that resembles personal data but is not. */
const CLEAN = {
  'logs/api.log': [
    '{"level":"info","time":"2026-11-15T01:06:32.101Z","requestId":"01a1dcbe-f2bc-71bd-996d-910d93ab3ebb","ms":19.6}',
    '{"level":"error","err":{"type":"error","code":"23505","constraint":"people_email"},"msg":"request failed"}',
    '{"issuer":"https://issuer.example","registrationDate":"2019-03-28","from":"1970-01-01"}',
    '{"at":"node_modules/@onboarding/platform/src/index.ts","reference":"ref-70707123-4567"}',
  ].join('\n'),
  'metrics/api.txt': 'process_resident_memory_bytes 170707123456\nhttp_request_seconds_count{route="/api"} 70707\n',
  'traces/api.jsonl': '{"traceId":"0af7651916cd43dd8448eb211c80319c","startTimeUnixNano":"1794704792101000000"}\n',
  'events/api.jsonl': '{"eventType":"business.person.added","data":{"uboId":"01a1dcbe-f2bc-71bd-996d-910d93ab3ebb"}}\n',
};

test('accepts artefacts without personal data', () => {
  expect(searchForPersonalData(folder)).toEqual([]);
});

const person = validPerson();

describe.each(['logs', 'metrics', 'traces', 'events'])('personal data planted in %s', (kind) => {
  test.each([
    ['e-mail address', validBody().email],
    ['e-mail address', person.email],
    ['e-mail address', encodeURIComponent(person.email)],
    ['e-mail address', person.email.toUpperCase()],
    ['identity number', validIdentity().identityValue],
    ['identity number', 'A70707123'],
    ['birth date', person.birthDate],
    ['birth date', `${person.birthDate}T00:00:00.000Z`],
    ['birth date', '1899-12-31'],
    ['telephone number', validBody().phoneNumber],
    ['telephone number', person.phone],
    ['telephone number', encodeURIComponent(person.phone)],
    ['name', person.lastName],
    ['address', person.address.streetLine1],
    ['secret of storage events', EVENTS_SECRET],
  ])('%s is found with its file and line, and is not repeated: %s', (sort, datum) => {
    const file = join(kind, 'more', 'planted.txt');
    write(file, `clean\n{"message":"Failing row contains (${datum}, true)."}\nclean\n`);
    const findings = searchForPersonalData(folder);
    expect(findings).toEqual([{ file, line: 2, sort, masked: expect.stringMatching(/^..\*{3,}$/) }]);
  });
});

test('finds personal data in unexpected kinds of files too', () => {
  write('stray.txt', person.birthDate);
  expect(searchForPersonalData(folder)).toMatchObject([{ file: 'stray.txt', line: 1 }]);
});

test('reports every match in a line', () => {
  write('logs/two.log', `${person.email} ${person.birthDate} ${person.phone} ${person.email}`);
  expect(searchForPersonalData(folder)).toHaveLength(4);
});

describe('a missing kind of artefact', () => {
  test.each(Object.keys(CLEAN))('fails the search: %s', (file) => {
    rmSync(join(folder, file));
    expect(() => searchForPersonalData(folder)).toThrow(NothingSearched);
  });

  test.each(Object.keys(CLEAN))('fails the search if there is only an empty file: %s', (file) => {
    write(file, '\n\n');
    expect(() => searchForPersonalData(folder)).toThrow(`There are no ${dirname(file)} to search`);
  });
});

describe('as a command', () => {
  const run = async () => {
    const program = promisify(execFile)(process.execPath, ['tests/leaks/search.ts', folder]);
    return program.then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, stdout, stderr }),
    );
  };

  test('prints what was searched and exits with 0', async () => {
    const { code, stdout } = await run();
    expect(code).toBe(0);
    expect(stdout).toContain('logs: 4 lines in 1 files searched');
    expect(stdout).toContain('No personal data found');
  });

  test('exits with 1 and names file and line, but not the personal data', async () => {
    write('traces/planted.jsonl', `\n${person.email}`);
    const { code, stdout, stderr } = await run();
    expect(code).toBe(1);
    expect(stderr).toContain(`${join(folder, 'traces/planted.jsonl')}:2: e-mail address`);
    expect(stdout + stderr).not.toContain(person.email);
    expect(stdout + stderr).not.toContain('people.example');
  });

  test('exits with 1 if a kind is missing', async () => {
    rmSync(join(folder, 'metrics'), { recursive: true });
    const { code, stderr } = await run();
    expect(code).toBe(1);
    expect(stderr).toContain('There are no metrics to search');
  });
});
