// What operators manage: partners, staff, country rules, background jobs. Each change takes effect immediately and is recorded.
import { dashboardFailureSchema } from '@onboarding/contract';
import { listActivity } from '@onboarding/domain/activity';
import { openMail } from '@onboarding/domain/mails';
import { listPartners } from '@onboarding/domain/partners';
import { openKeyRing } from '@onboarding/platform/crypto';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addAccount } from '../../harness/account-rows.ts';
import { openAccounts, type TestAccounts } from '../../harness/accounts.ts';
import { type TestApi, useTestApi } from '../../harness/api.ts';
import { explaining } from '../../harness/checks/plans.ts';
import type { TestDatabase } from '../../harness/database.ts';
import { addCertificate, addDeadLetter } from '../../harness/scenes/operations-situations.ts';
import { openSessionFor, renewSecondFactor, type SignedIn, signIn } from '../../harness/session.ts';
import { TEST_KEY_RING } from '../../harness/values.ts';

let api: TestApi;
let database: TestDatabase;
let accounts: TestAccounts;
let operator: SignedIn;
useTestApi((made) => {
  ({ api, database } = made);
});
beforeAll(async () => {
  accounts = openAccounts(database);
  operator = await signIn(database, { realm: 'staff', role: 'operator' });
});
beforeEach(() => renewSecondFactor(database, operator));
afterAll(() => accounts.close());

type Method = 'GET' | 'POST' | 'PUT';

async function ask(method: Method, path: string, body?: unknown, by: SignedIn = operator) {
  const headers = { ...by.headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
  const payload = body === undefined ? {} : { payload: JSON.stringify(body) };
  return api.app.inject({ method, url: `/api/operations/v1${path}`, headers, ...payload });
}

async function done(method: Method, path: string, body?: unknown, by?: SignedIn) {
  const answer = await ask(method, path, body, by);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().value;
}

async function refusal(asked: ReturnType<typeof ask>): Promise<string> {
  const answer = await asked;
  return `${answer.statusCode} ${dashboardFailureSchema.parse(answer.json()).error.code}`;
}

const BECAUSE = { reason: 'As agreed.' };
const actionsOf = async (partnerId: string) => (await done('GET', `/partners/${partnerId}/actions`)).items;

/** The activity log as the partner's users see it. */
const activityOf = (partnerId: string) =>
  api.context.db.transaction(async (tx) => {
    await tx.foreign('enter', 'select * from enter_partner($1)', [partnerId]);
    return listActivity(tx, partnerId, { limit: 10 });
  });

async function mailsTo(email: string) {
  const { rows } = await database.owner.query(`select data from pgboss.job where name = 'mail.send' order by id`);
  return rows.map(({ data }) => openMail(openKeyRing(TEST_KEY_RING), data)).filter(({ to }) => to === email);
}

describe('a partner', () => {
  test('is created with a generated client id, waits for approval, and each status change applies from the next request', async () => {
    const made = await done('POST', '/partners', { name: '  Zebra & Söhne ' });
    expect(made).toMatchObject({
      name: 'Zebra & Söhne',
      clientId: `zebra-sohne-${made.partnerId.replaceAll('-', '')}`,
      status: 'Active',
      onboardingStatus: 'Pending',
      limits: { readsPerSecond: null, writesPerSecond: null, uploadLinksPerSecond: null },
      certificates: [],
    });
    const works = async () => {
      const token = await api.issuer.token(made);
      return (await api.call('GET', '/partner/v1/business-profiles', { token })).statusCode;
    };
    expect(await works()).toBe(409);
    expect(await done('POST', `/partners/${made.partnerId}/approve`, BECAUSE)).toMatchObject({
      onboardingStatus: 'Approved',
    });
    expect(await works()).toBe(200);
    await done('POST', `/partners/${made.partnerId}/deactivate`, { reason: 'Unpaid.' });
    expect(await works()).toBe(409);
    await done('POST', `/partners/${made.partnerId}/activate`, BECAUSE);
    expect(await works()).toBe(200);
    expect(
      (await actionsOf(made.partnerId)).map(({ action, reason, actor }: Record<string, unknown>) => [
        action,
        reason,
        actor,
      ]),
    ).toEqual(
      [
        ['PartnerActivated', 'As agreed.'],
        ['PartnerDeactivated', 'Unpaid.'],
        ['PartnerApproved', 'As agreed.'],
        ['PartnerCreated', null],
      ].map((one) => [...one, { kind: 'StaffPerson', name: 'Ada Lind' }]),
    );
  });

  test('that already has the requested status stays unchanged, without an entry; an approved one cannot be rejected', async () => {
    const { partnerId } = await database.addPartner({ onboardingStatus: 'Pending' });
    await done('POST', `/partners/${partnerId}/activate`, BECAUSE);
    expect(await done('POST', `/partners/${partnerId}/reject`, BECAUSE)).toMatchObject({
      onboardingStatus: 'Rejected',
    });
    await done('POST', `/partners/${partnerId}/reject`, BECAUSE);
    await done('POST', `/partners/${partnerId}/approve`, BECAUSE);
    expect(await refusal(ask('POST', `/partners/${partnerId}/reject`, BECAUSE))).toBe(
      '409 Operations.PartnerStateConflict',
    );
    expect((await actionsOf(partnerId)).map(({ action }: { action: string }) => action)).toEqual([
      'PartnerApproved',
      'PartnerRejected',
    ]);
  });

  test('can be changed only with a valid reason', async () => {
    const { partnerId } = await database.addPartner();
    for (const change of ['approve', 'reject', 'activate', 'deactivate']) {
      for (const body of [{}, { reason: '' }, { reason: '   ' }, { reason: 7 }, { reason: 'x'.repeat(501) }]) {
        expect(await refusal(ask('POST', `/partners/${partnerId}/${change}`, body)), change).toBe(
          '400 ValidationControl.Error',
        );
      }
    }
  });

  test('can have its own rate limits; null means the default', async () => {
    const { partnerId } = await database.addPartner();
    const limits = { readsPerSecond: 7, writesPerSecond: 2, uploadLinksPerSecond: null };
    const changed = await done('PUT', `/partners/${partnerId}/limits`, { ...limits, ...BECAUSE });
    expect(changed.limits).toEqual(limits);
    expect(changed.defaultLimits.readsPerSecond).toBeGreaterThan(7);
    const { rows } = await database.owner.query('select * from partner_limits() where partner_id = $1', [partnerId]);
    expect(rows).toEqual([
      { partner_id: partnerId, reads_per_second: 7, writes_per_second: 2, upload_links_per_second: null },
    ]);
    await done('PUT', `/partners/${partnerId}/limits`, { ...limits, ...BECAUSE });
    const [entry, ...others] = await actionsOf(partnerId);
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ action: 'LimitsChanged', details: { readsPerSecond: 7, writesPerSecond: 2 } });
    const answer = await ask('PUT', `/partners/${partnerId}/limits`, { readsPerSecond: 0, writesPerSecond: 1.5 });
    const { error } = dashboardFailureSchema.parse(answer.json());
    expect(error.details?.map(({ pointer }) => pointer)).toEqual([
      '/readsPerSecond',
      '/writesPerSecond',
      '/uploadLinksPerSecond',
      '/reason',
    ]);
  });

  test('gets its first admin by a mailed invitation; its users see that an operator sent it, but not which one', async () => {
    const { partnerId } = await database.addPartner();
    const email = `${crypto.randomUUID()}@acme.example`;
    const invited = await done('POST', `/partners/${partnerId}/people`, { name: 'Grace Otieno', email });
    expect(invited).toMatchObject({ name: 'Grace Otieno', email, role: 'admin', status: 'Invited', sessions: 0 });
    const [mail] = await mailsTo(email);
    expect(mail?.text).toMatch(/^http:\/\/127\.0\.0\.1:9\/invitation\/[\w-]{43}$/m);
    const { items } = await done('GET', `/partners/${partnerId}/people`);
    expect(items).toEqual([invited]);
    expect((await activityOf(partnerId)).items).toMatchObject([
      {
        action: 'Invited',
        actor: { kind: 'Operator', accountId: null, name: null },
        subject: { name: 'Grace Otieno' },
      },
    ]);
    expect(await actionsOf(partnerId)).toMatchObject([
      { action: 'PersonInvited', details: { accountId: invited.accountId, role: 'admin' } },
    ]);
    const { rows } = await database.owner.query('select actor_id, address from account_events where account_id = $1', [
      invited.accountId,
    ]);
    expect(rows).toEqual([{ actor_id: operator.accountId, address: 'operator' }]);
    const taken = await accounts.join((await database.addPartner()).partnerId);
    const again = { name: 'Grace', email: taken.email };
    expect(await refusal(ask('POST', `/partners/${partnerId}/people`, again))).toBe('409 Account.EmailTaken');
  });

  test('shows its users with factors and sessions, and its certificates with who registered them', async () => {
    const { partnerId } = await database.addPartner();
    const { accountId } = await accounts.join(partnerId);
    await openSessionFor(database, accountId, 'partner', new Date());
    await addCertificate(database, partnerId, accountId);
    expect((await done('GET', `/partners/${partnerId}/people`)).items).toMatchObject([
      { accountId, factors: { Totp: 1, Passkey: 0 }, sessions: 1 },
    ]);
    const { certificates } = await done('GET', `/partners/${partnerId}`);
    expect(certificates).toMatchObject([{ name: 'Machine', status: 'Active', registeredBy: { accountId } }]);
  });

  test('can have a certificate revoked, recorded once with its reason; another partner’s certificate is not found', async () => {
    const { partnerId } = await database.addPartner();
    const [kept, lost] = [await addCertificate(database, partnerId), await addCertificate(database, partnerId)];
    const path = `/partners/${partnerId}/certificates/${lost}/revoke`;
    const { certificates } = await done('POST', path, { reason: 'The key leaked.' });
    const statusOf = (id: string) =>
      certificates.find(({ certificateId }: { certificateId: string }) => certificateId === id).status;
    expect([statusOf(lost), statusOf(kept)]).toEqual(['Revoked', 'Active']);
    await done('POST', path, BECAUSE);
    expect(await actionsOf(partnerId)).toMatchObject([
      { action: 'CertificateRevoked', reason: 'The key leaked.', details: { certificateId: lost } },
    ]);
    const other = (await database.addPartner()).partnerId;
    expect(await refusal(ask('POST', `/partners/${other}/certificates/${kept}/revoke`, BECAUSE))).toBe(
      '404 Credential.NotFound',
    );
    const { rows } = await database.owner.query('select revoked_at from api_certificates where certificate_id = $1', [
      kept,
    ]);
    expect(rows).toEqual([{ revoked_at: null }]);
  });

  test('can have its only admin reset after losing all second factors; its users do not see by whom', async () => {
    const { partnerId } = await database.addPartner();
    const { accountId, email } = await accounts.join(partnerId);
    await openSessionFor(database, accountId, 'partner', new Date());
    const person = `/partners/${partnerId}/people/${accountId}`;
    expect(await done('POST', `${person}/sign-out`, BECAUSE)).toMatchObject({ sessions: 0, status: 'Active' });
    expect(await refusal(ask('POST', `${person}/invite-again`, BECAUSE))).toBe('409 Account.StateConflict');
    const reset = await done('POST', `${person}/reset-factors`, { reason: 'Called back.' });
    expect(reset).toMatchObject({ accountId, status: 'Invited', factors: { Totp: 0, Passkey: 0 } });
    expect((await mailsTo(email)).filter(({ text }) => text.includes('/invitation/'))).toHaveLength(1);
    await done('POST', `${person}/invite-again`, BECAUSE);
    expect((await mailsTo(email)).filter(({ text }) => text.includes('/invitation/'))).toHaveLength(2);
    expect((await done('POST', `${person}/disable`, BECAUSE)).status).toBe('Disabled');
    expect(await refusal(ask('POST', `${person}/reset-factors`, BECAUSE))).toBe('409 Account.StateConflict');
    await done('POST', `${person}/disable`, BECAUSE);
    expect((await done('POST', `${person}/enable`, BECAUSE)).status).toBe('Invited');
    const log = await actionsOf(partnerId);
    expect(log.map(({ action, reason }: Record<string, string>) => `${action}: ${reason}`)).toEqual([
      'PersonEnabled: As agreed.',
      'PersonDisabled: As agreed.',
      'PersonInvited: As agreed.',
      'PersonFactorsReset: Called back.',
      'PersonSignedOut: As agreed.',
    ]);
    const { items } = await activityOf(partnerId);
    const byOperators = items.filter(({ actor }) => actor.kind === 'Operator');
    expect(new Set(byOperators.map(({ action }) => action))).toEqual(
      new Set(['Enabled', 'Disabled', 'Invited', 'FactorsReset', 'SignedOutEverywhere']),
    );
    for (const { actor } of byOperators) expect(actor).toEqual({ kind: 'Operator', accountId: null, name: null });
    const { rows } = await database.owner.query(
      `select distinct actor_id, address from account_events where account_id = $1 and kind = 'FactorsReset'`,
      [accountId],
    );
    expect(rows).toEqual([{ actor_id: operator.accountId, address: 'operator' }]);
  });
});

describe('the list of partners', () => {
  const names = ['Aardvark Ltd', 'aardvark Holding', 'Ärzte GmbH', 'Aaron 100%', 'AARDVARK_x'];
  beforeAll(async () => {
    await renewSecondFactor(database, operator);
    for (const name of names) await done('POST', '/partners', { name });
  });
  const named = async (query: string) =>
    (await done('GET', `/partners?${query}`)).items.map(({ name }: { name: string }) => name);

  test('finds by the beginning of the name, ignoring case, and by a complete id or client id', async () => {
    expect(await named('q=aardvark')).toEqual(['aardvark Holding', 'Aardvark Ltd', 'AARDVARK_x']);
    expect(await named('q=AARDVARK%20l')).toEqual(['Aardvark Ltd']);
    expect(await named('q=%C3%A4')).toEqual(['Ärzte GmbH']);
    expect(await named('q=%25')).toEqual([]);
    expect(await named('q=aardvark_')).toEqual(['AARDVARK_x']);
    const { partnerId, clientId } = api.partner;
    expect(await named(`q=${partnerId}`)).toEqual(['Test partner']);
    expect(await named(`q=${clientId}`)).toEqual(['Test partner']);
    expect(await named('q=aardvark&onboardingStatus=Approved')).toEqual([]);
  });

  test('is paged without gaps or duplicates; a cursor of another filter is rejected', async () => {
    const whole = await named('status=Active');
    const seen: string[] = [];
    let cursor = '';
    for (;;) {
      const page = await done('GET', `/partners?status=Active&limit=2${cursor}`);
      seen.push(...page.items.map(({ name }: { name: string }) => name));
      if (page.nextCursor === null) break;
      cursor = `&cursor=${page.nextCursor}`;
    }
    expect(seen).toEqual(whole);
    expect(await refusal(ask('GET', `/partners?status=Inactive${cursor}`))).toBe('400 ValidationControl.Error');
  });

  test('is read in index order, even with thousands of partners', async () => {
    await database.owner.query(
      `insert into partners (partner_id, name, client_id) select gen_random_uuid(), 'Many ' || i, 'many-' || i
       from generate_series(1, 5000) i`,
    );
    await database.owner.query('analyze partners');
    const client = new pg.Client({ connectionString: database.operationsUrl });
    await client.connect();
    try {
      const { plans } = await explaining(client, api.partner.partnerId, /^partner_list$/, async (tx) => {
        const { nextCursor } = await listPartners(tx, api.context, { q: 'many', limit: 20 });
        await listPartners(tx, api.context, { q: 'many', limit: 20, cursor: nextCursor ?? '' });
      });
      expect(plans).toHaveLength(2);
      for (const { nodes } of plans) {
        const [read] = nodes.filter((node) => node['Relation Name'] === 'partners');
        expect(read).toMatchObject({ 'Node Type': 'Index Scan', 'Index Name': 'partners_by_name' });
        expect(nodes.map((node) => node['Node Type'])).not.toContain('Sort');
      }
    } finally {
      await client.end();
    }
  });
});

describe('our staff', () => {
  const invitation = () => ({ name: 'Ada Analyst', email: `${crypto.randomUUID()}@staff.example`, role: 'analyst' });
  const colleague = (role = 'analyst', status = 'Active') => addAccount(database, { realm: 'staff', role, status });

  test('are invited by mail with a role and listed, and the change shows who invited them', async () => {
    const ada = invitation();
    const made = await done('POST', '/accounts', ada);
    expect(made).toMatchObject({ ...ada, status: 'Invited', sessions: 0, activeSessions: [] });
    expect(made.changes).toMatchObject([{ action: 'Invited', role: 'analyst', actor: 'Ada Lind' }]);
    expect((await mailsTo(ada.email))[0]?.text).toContain('/invitation/');
    const { items } = await done('GET', '/accounts');
    expect(items.map(({ accountId }: { accountId: string }) => accountId)).toEqual(
      expect.arrayContaining([operator.accountId, made.accountId]),
    );
    const again = await done('POST', '/accounts', { ...ada, role: 'auditor' });
    expect([again.accountId, again.role]).toEqual([made.accountId, 'auditor']);
    expect(await refusal(ask('POST', '/accounts', { ...ada, role: 'admin' }))).toBe('400 ValidationControl.Error');
    const active = await database.owner.query('select email from accounts where account_id = $1', [await colleague()]);
    expect(await refusal(ask('POST', '/accounts', { ...ada, email: active.rows[0].email }))).toBe(
      '409 Account.EmailTaken',
    );
  });

  test('get a new role from the next request on, and can be signed out, disabled and enabled', async () => {
    const ada = await signIn(database, { realm: 'staff', role: 'analyst' });
    const reads = async () =>
      (await api.app.inject({ url: '/api/compliance/v1/reads', headers: ada.cookie })).statusCode;
    expect(await reads()).toBe(403);
    const changed = await done('POST', `/accounts/${ada.accountId}/role`, { role: 'auditor' });
    expect([changed.role, changed.sessions, changed.activeSessions.length]).toEqual(['auditor', 1, 1]);
    expect(await reads()).toBe(200);
    expect((await done('POST', `/accounts/${ada.accountId}/sign-out`)).sessions).toBe(0);
    expect(await reads()).toBe(401);
    expect((await done('POST', `/accounts/${ada.accountId}/disable`)).status).toBe('Disabled');
    await done('POST', `/accounts/${ada.accountId}/disable`);
    expect((await done('POST', `/accounts/${ada.accountId}/enable`)).status).toBe('Invited');
    const { changes } = await done('GET', `/accounts/${ada.accountId}`);
    expect(changes.map(({ action }: { action: string }) => action)).toEqual([
      'Enabled',
      'Disabled',
      'SignedOutEverywhere',
      'RoleChanged',
    ]);
  });

  test('who lost all second factors lose their password and get a new invitation', async () => {
    const accountId = await colleague();
    await database.owner.query(`update accounts set password_hash = 'x' where account_id = $1`, [accountId]);
    await database.owner.query(
      `insert into second_factors (account_id, factor_id, kind, name, secret, created_at)
       values ($1, gen_random_uuid(), 'Totp', 'App', '', now())`,
      [accountId],
    );
    const reset = await done('POST', `/accounts/${accountId}/reset-factors`);
    expect([reset.status, reset.factors]).toEqual(['Invited', { Totp: 0, Passkey: 0 }]);
    const { rows } = await database.owner.query('select password_hash from accounts where account_id = $1', [
      accountId,
    ]);
    expect(rows).toEqual([{ password_hash: null }]);
    // Sent at the same time, so in any order.
    const mails = (await mailsTo(reset.email)).map(({ text }) => text);
    expect(mails).toEqual(
      expect.arrayContaining([
        expect.stringContaining('removed by our operators'),
        expect.stringContaining('/invitation/'),
      ]),
    );
    expect(await refusal(ask('POST', `/accounts/${accountId}/reset-factors`))).toBe('409 Account.StateConflict');
    await done('POST', `/accounts/${accountId}/invite-again`);
    expect(await refusal(ask('POST', `/accounts/${await colleague()}/invite-again`))).toBe('409 Account.StateConflict');
  });

  test('cannot change their own access, and the last operator remains, even when two act against each other', async () => {
    await database.owner.query(`update accounts set status = 'Disabled' where realm = 'staff' and account_id <> $1`, [
      operator.accountId,
    ]);
    for (const [action, body] of [['role', { role: 'analyst' }], ['disable'], ['reset-factors']] as const) {
      expect(await refusal(ask('POST', `/accounts/${operator.accountId}/${action}`, body)), action).toBe(
        '409 Operations.LastOperator',
      );
    }
    const other = await signIn(database, { realm: 'staff', role: 'operator' });
    expect(await refusal(ask('POST', `/accounts/${operator.accountId}/disable`))).toBe('409 Account.OwnAccount');
    const both = await Promise.all([
      ask('POST', `/accounts/${other.accountId}/role`, { role: 'analyst' }),
      ask('POST', `/accounts/${operator.accountId}/role`, { role: 'analyst' }, other),
    ]);
    const { rows } = await database.owner.query(
      `select account_id from accounts where realm = 'staff' and role = 'operator' and status = 'Active'`,
    );
    expect(rows).toHaveLength(1);
    expect(both.map(({ statusCode }) => statusCode).sort()).not.toEqual([200, 200]);
    await database.owner.query(`update accounts set role = 'operator' where account_id = $1`, [operator.accountId]);
  });
});

describe('the rules of a country', () => {
  const country = (code: string) => async () =>
    (await done('GET', '/countries')).items.find(({ countryCode }: { countryCode: string }) => countryCode === code);

  test('have versions, which can be compared by document and field; activating one retires the other', async () => {
    const nigeria = country('NGA');
    const before = await nigeria();
    expect(before).toMatchObject({ name: 'Nigeria', activeVersion: 1, general: false, drafts: 0 });
    const { entries } = await done('GET', '/countries/NGA/versions/1');
    const [first, second, ...rest] = entries;
    const longer = { ...first, validationRules: { ...first.validationRules, maxLength: 99 }, label: 'Another label' };
    await database.owner.query(
      `insert into requirement_sets (country_code, version, status, entries) values ('NGA', 2, 'Draft', $1)`,
      [JSON.stringify([longer, ...rest])],
    );
    expect((await nigeria()).drafts).toBe(1);
    const { documents } = await done('GET', '/countries/NGA/difference?from=1&to=2');
    expect(documents).toEqual([
      {
        identityTypeCode: first.identityTypeCode,
        change: 'Changed',
        fields: [
          { field: 'label', before: first.label, after: 'Another label' },
          { field: 'validationRules.maxLength', before: first.validationRules.maxLength, after: 99 },
        ],
      },
      { identityTypeCode: second.identityTypeCode, change: 'Removed', fields: expect.any(Array) },
    ]);
    expect((await done('GET', '/countries/NGA/difference?from=2&to=2')).documents).toEqual([]);
    expect(await done('POST', '/countries/NGA/versions/2/activate', BECAUSE)).toEqual({
      countryCode: 'NGA',
      version: 2,
      retired: 1,
      changed: true,
    });
    expect(await done('POST', '/countries/NGA/versions/1/activate', BECAUSE)).toMatchObject({ version: 3, retired: 2 });
    expect(await done('POST', '/countries/NGA/versions/3/activate', BECAUSE)).toMatchObject({ changed: false });
    const { items } = await done('GET', '/countries/NGA/versions');
    expect(items.map(({ version, status }: Record<string, unknown>) => `${version} ${status}`)).toEqual([
      '3 Active',
      '2 Retired',
      '1 Retired',
    ]);
    const { rows } = await database.owner.query(
      `select action, reason, actor_id from operator_actions where subject_kind = 'Country' order by action_id`,
    );
    expect(rows).toEqual(
      [1, 2].map(() => ({ action: 'RulesActivated', reason: 'As agreed.', actor_id: operator.accountId })),
    );
  });
});

describe('background jobs:', () => {
  test('the health page shows queues, processes and dispatchers', async () => {
    await database.owner.query(
      `insert into pgboss.job (name, data, created_on) values ('mail.send', '{}', now() - interval '1 hour')`,
    );
    await database.owner.query(`insert into process_probes values ('worker', gen_random_uuid(), now()),
      ('worker', gen_random_uuid(), now() - interval '1 hour')`);
    await database.owner.query(`insert into webhook_dispatchers values (gen_random_uuid(), now() - interval '1 day', now()),
      (gen_random_uuid(), now(), now() - interval '1 minute')`);
    const health = await done('GET', '/jobs/health');
    const names = health.queues.map(({ queue }: { queue: string }) => queue);
    expect(names).toEqual(expect.arrayContaining(['mail.send', 'jobs.retry', 'housekeeping']));
    expect(names).not.toContain('dead-letters');
    const mail = health.queues.find(({ queue }: { queue: string }) => queue === 'mail.send');
    expect(Date.now() - Date.parse(mail.oldestWaitingSince)).toBeGreaterThan(3_500_000);
    expect(health.processes).toMatchObject([{ service: 'worker', processes: 1 }]);
    expect(health.dispatchers.map(({ alive }: { alive: boolean }) => alive)).toEqual([true, false]);
    expect(health.webhooks).toEqual({ due: 0, oldestDueSince: null });
  });

  test('a dead letter shows its queue and error but never its data; a retry is requested once and recorded', async () => {
    const jobId = await addDeadLetter(database, { data: { sealed: 'nobody reads this' } });
    const odd = await addDeadLetter(database, { error: 'could not send to <ada@acme.example>' });
    const answer = await ask('GET', '/jobs/dead-letters');
    expect(answer.body).not.toMatch(/nobody reads this|secret\/path|ada@acme/);
    const { items } = answer.json().value;
    expect(items.find((one: { jobId: string }) => one.jobId === odd).error).toBe('Unknown');
    expect(items.find((one: { jobId: string }) => one.jobId === jobId)).toMatchObject({
      queue: 'mail.send',
      error: 'Error ECONNREFUSED',
      attempts: 21,
      retryAskedAt: null,
    });
    expect(await done('POST', `/jobs/dead-letters/${jobId}/retry`)).toEqual({ jobId });
    await done('POST', `/jobs/dead-letters/${jobId}/retry`);
    const { rows } = await database.owner.query(`select data from pgboss.job where name = 'jobs.retry'`);
    expect(rows).toEqual([{ data: { jobId } }]);
    const [asked] = (await done('GET', '/jobs/dead-letters')).items.filter(
      (one: { jobId: string }) => one.jobId === jobId,
    );
    expect(asked.retryAskedAt).not.toBeNull();
  });

  test('dead letters are paged without gaps or duplicates, even if many failed at the same moment', async () => {
    await database.owner.query(
      `insert into pgboss.job (name, data, policy, source_name, created_on)
       select 'dead-letters', '{}', 'standard', 'mail.send', now() from generate_series(1, 25)`,
    );
    const seen: string[] = [];
    let query = '?limit=7';
    for (;;) {
      const page = await done('GET', `/jobs/dead-letters${query}`);
      seen.push(...page.items.map(({ jobId }: { jobId: string }) => jobId));
      if (page.nextCursor === null) break;
      query = `?limit=7&cursor=${page.nextCursor}`;
    }
    const { rows } = await database.owner.query(
      `select count(*)::int as all from pgboss.job where name = 'dead-letters'`,
    );
    expect([seen.length, new Set(seen).size]).toEqual([rows[0].all, rows[0].all]);
  });
});
