// The operators' guide: only our signed-in staff can read it, and nobody if it is turned off.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HANDBOOK_PATH, STAFF_ROLES } from '@onboarding/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBuiltPages } from '../../../apps/api/src/site/serve-pages.ts';
import { startTestApi, type TestApi, useTestApi } from '../../harness/api.ts';
import { cloneDatabase, type TestDatabase } from '../../harness/database.ts';
import { openSessionFor, signIn } from '../../harness/session.ts';

const SECRET = 'Both passwords are in the vault';
const PAGES = ['index.html', 'keys.html', 'runbooks/index.html', 'runbooks/OutboxStuck.html'];
/** The chunk with the text of a page, the search index, and a list of all pages. */
const FILES = ['/assets/keys.md.1.js', '/assets/chunks/search.2.js', '/hashmap.json'];

/** A book as the build writes it; tests/browser/console/handbook.system.test.ts reads the real one. */
function writeBook(): string {
  const folder = mkdtempSync(join(tmpdir(), 'handbook-'));
  for (const part of ['assets/chunks', 'runbooks']) mkdirSync(join(folder, part), { recursive: true });
  for (const page of PAGES) writeFileSync(join(folder, page), `<h1>Keys</h1><p>${SECRET}</p>`);
  for (const file of FILES) writeFileSync(join(folder, file), `"${SECRET}"`);
  return folder;
}

describe("the operators' guide", () => {
  let api: TestApi;
  let database: TestDatabase;
  let folder: string;
  beforeAll(async () => {
    folder = writeBook();
    database = await cloneDatabase();
    api = await startTestApi(database, { handbook: openBuiltPages(folder, false) });
  });
  afterAll(async () => {
    await api?.close();
    await database?.close();
    rmSync(folder, { recursive: true });
  });
  const get = (path: string, headers: Record<string, string> = {}) =>
    api.app.inject({ url: `${HANDBOOK_PATH}${path}`, headers });

  async function outsiders(): Promise<[who: string, headers: Record<string, string>][]> {
    const { partnerId } = await database.addPartner();
    const user = await signIn(database, { partnerId });
    const ended = await signIn(database, { realm: 'staff', at: new Date(Date.now() - 13 * 3_600_000) });
    const staffCookie = (await openSessionFor(database, ended.accountId, 'staff', new Date())).cookie.cookie;
    const [name = ''] = staffCookie.split('=');
    return [
      ['anonymous', {}],
      ['a user of a partner', user.cookie],
      ["a user of a partner, with the staff's cookie", { cookie: `${name}=${user.value}` }],
      ['a forged cookie', { cookie: `${name}=${user.value.slice(0, -2)}AA` }],
      ['an ended session', ended.cookie],
    ];
  }

  test('redirects everyone but signed-in staff to the sign-in, and does not reveal which pages exist', async () => {
    for (const [who, headers] of await outsiders()) {
      for (const page of ['/', '/keys', '/keys.html', '/runbooks/OutboxStuck', '/runbooks', '/no-such-page']) {
        const answer = await get(page, headers);
        expect([who, page, answer.statusCode]).toEqual([who, page, 302]);
        const returnTo = encodeURIComponent(`${HANDBOOK_PATH}${page}`);
        expect(answer.headers.location).toBe(`/api/session/staff/sign-in?returnTo=${returnTo}`);
        expect([answer.headers['cache-control'], answer.body]).toEqual(['no-store', '']);
      }
      for (const file of [...FILES, '/assets/no-such-file.js']) {
        const answer = await get(file, headers);
        expect([who, file, answer.statusCode]).toEqual([who, file, 401]);
        expect(answer.json()).toMatchObject({ error: { code: 'Partner.NotAuthenticated' } });
      }
    }
  });

  test.each(STAFF_ROLES)('is served to a signed-in %s, and stored by no shared cache', async (role) => {
    const person = await signIn(database, { realm: 'staff', role });
    for (const page of ['keys', 'runbooks/OutboxStuck']) {
      const answer = await get(`/${page}`, person.cookie);
      expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'private, no-cache']);
      expect(answer.body).toContain(SECRET);
      const same = await get(`/${page}`, { ...person.cookie, 'if-none-match': String(answer.headers.etag) });
      expect([same.statusCode, same.headers['cache-control']]).toEqual([304, 'private, no-cache']);
    }
    for (const file of FILES) {
      const answer = await get(file, person.cookie);
      const kept = file.startsWith('/assets/') ? 'private, max-age=31536000, immutable' : 'private, no-cache';
      expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, kept]);
    }
    expect((await get('/no-such-page', person.cookie)).statusCode).toBe(404);
  });
});

describe("if the operators' guide is turned off", () => {
  let api: TestApi;
  let database: TestDatabase;
  useTestApi((made) => {
    ({ api, database } = made);
  });

  test('its addresses answer 404, and not with the page of the console', async () => {
    const person = await signIn(database, { realm: 'staff', role: 'operator' });
    for (const headers of [{}, person.cookie]) {
      for (const path of ['', '/', '/keys', '/assets/app.js']) {
        const answer = await api.app.inject({ url: `${HANDBOOK_PATH}${path}`, headers });
        expect([path, answer.statusCode]).toEqual([path, 404]);
        expect(answer.json()).toMatchObject({ error: { code: 'Route.NotFound' } });
      }
    }
  });
});
