// For each operations route a situation in which it succeeds: an operator calls it about a partner, a colleague, a country or a
// dead letter, with the body of its example.
import type { SessionRoute } from '../../../apps/api/src/http/route.ts';
import { addAccount } from '../account-rows.ts';
import type { TestDatabase } from '../database.ts';
import { enter, type Ids, type Scene, type Situation } from './session-routes.ts';

/** All tables that an operations route could write to. */
export const OPERATED = [
  'partners',
  'accounts',
  'account_events',
  'account_links',
  'second_factors',
  'recovery_codes',
  'sessions',
  'api_certificates',
  'requirement_sets',
  'countries',
  'country_lists',
  'country_looks',
  'operator_actions',
  'pgboss.job_common',
] as const;

export async function operatorSituation(scene: Scene, route: SessionRoute): Promise<Situation> {
  const { database } = scene;
  const person = await enter(scene, { role: 'operator' });
  const query = route.operationId === 'compareRules' ? { query: '?from=1&to=1' } : {};
  const invites = route.operationId.startsWith('invite') && route.body !== undefined;
  // An e-mail address belongs to only one organisation.
  const email = `${crypto.randomUUID()}@people.example`;
  const body = invites ? { body: { ...Object(route.body?.example), email } } : {};
  return { ids: await idsFor(database, route), person, ...query, ...body };
}

async function idsFor(database: TestDatabase, { path, operationId }: SessionRoute): Promise<Ids> {
  const status = operationId.endsWith('Again') ? 'Invited' : 'Active';
  if (path.includes('{partnerId}')) {
    const standing = operationId === 'rejectPartner' ? ({ onboardingStatus: 'Pending' } as const) : {};
    const { partnerId } = await database.addPartner(standing);
    if (path.includes('{accountId}'))
      return { partnerId, accountId: await addAccount(database, { partnerId, status }) };
    if (path.includes('{certificateId}'))
      return { partnerId, certificateId: await addCertificate(database, partnerId) };
    return { partnerId };
  }
  if (path.includes('{accountId}')) {
    return { accountId: await addAccount(database, { realm: 'staff', role: 'auditor', status }) };
  }
  if (path.includes('{jobId}')) return { jobId: await addDeadLetter(database) };
  // Routes that close or prohibit a country use another one than those that read its rules.
  const decided = ['closeCountry', 'prohibitCountry'].includes(operationId);
  return { countryCode: decided ? 'KEN' : 'NGA', version: '1' };
}

/** Its key is unknown. */
export async function addCertificate(
  { owner }: TestDatabase,
  partnerId: string,
  registeredBy?: string,
): Promise<string> {
  const { rows } = await owner.query(
    `insert into api_certificates (partner_id, certificate_id, name, subject, thumbprint, spki_hash, pem, not_before, not_after,
       registered_at, registered_by)
     values ($1, gen_random_uuid(), 'Machine', 'CN=Test', 'thumb', sha256($2::bytea), 'pem', now(), now() + interval '90 days', now(),
       $3)
     returning certificate_id`,
    [partnerId, crypto.randomUUID(), registeredBy ?? null],
  );
  return rows[0].certificate_id;
}

/** As left by a job that failed for the last time. */
export async function addDeadLetter(
  { owner }: TestDatabase,
  { queue = 'mail.send', error = 'Error ECONNREFUSED', data = { sealed: 'payload' } as object } = {},
): Promise<string> {
  const { rows } = await owner.query(
    `insert into pgboss.job (name, data, retry_limit, policy, source_name, source_id, source_created_on, source_retry_count,
       source_output)
     values ('dead-letters', $1, 0, 'standard', $2, gen_random_uuid(), now() - interval '12 hours', 20, $3) returning id`,
    [data, queue, { name: 'Error', message: error, stack: 'at secret/path.ts' }],
  );
  return rows[0].id;
}
