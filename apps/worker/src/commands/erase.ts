// For an operator, when what identifies a customer and its people must go. Shows what would go unless told to do it.
import { userInfo } from 'node:os';
import { type Erasable, type Erasure, eraseCustomer, inspectErasable, listErasures } from '@onboarding/domain/erasure';
import { explainFailure, readArguments, withDatabase } from '@onboarding/platform/command';
import { openKeyRing } from '@onboarding/platform/crypto';
import { isUuid, systemClock, uuidv7 } from '@onboarding/platform/ids';
import { openObjectStore, StorageAway, storageOptions } from '@onboarding/platform/s3';
import { readErasureConfig, readOwnerCommandConfig } from '../config.ts';

const USAGE = `usage: node apps/worker/src/commands/erase.ts customer PARTNER_ID CUSTOMER_ID --reason REASON [--yes]
       node apps/worker/src/commands/erase.ts list

  customer   erases everything that names or describes a customer and its people: names, addresses, e-mails, numbers, dates,
             documents with all their versions, quarantined ones too, notes, hits of screenings, answers kept for an
             Idempotency-Key; the customer's data key is thrown away. Ids, states, amounts and the audit trail stay. The
             customer can be read and not changed any more. This cannot be undone; only backups from before still hold it.
  list       shows every erased customer, a line each: partner, customer, time. Keep it outside of the backups; after
             restoring one, erase these customers again. "incomplete" in the place of a time: an earlier release left names
             and addresses, so erase it again.

  --reason REASON   goes into the audit trail for good: name a ticket or a law, never a person
  --yes             does it; without, only shows what would go

Safe to run again, also after it was interrupted: what is gone stays gone, and the rest follows.
Takes MIGRATION_DATABASE_URL (role onboarding_owner, so that no running process needs the right), KEY_RING, S3_ENDPOINT (none
for AWS), S3_REGION, S3_BUCKET, S3_QUARANTINE_BUCKET, S3_ACCESS_KEY and S3_SECRET_KEY from the environment.`;

const NOBODY =
  'That partner has no such customer, or MIGRATION_DATABASE_URL names a role that does not see it; nothing was changed.';
const LONGEST_REASON = 200;

function shown({ verificationStatus, version, erased, identities, documents }: Erasable): string {
  const all = documents.reduce((sum, one) => sum + one.documents, 0);
  const kinds = documents.map((one) => `${one.documents} ${one.status}`).join(', ');
  const lines = [
    ['Customer', `${verificationStatus}, version ${version}`],
    ['Data key', erased ? 'gone already' : 'would be thrown away'],
    ['Profile', erased ? 'blank already' : 'names, addresses and contacts would be blanked, and those of its people'],
    ['Identities', erased ? `${identities}, blank already` : `${identities} would be blanked`],
    ['Documents', all === 0 ? 'none' : `${all} would go with their objects (${kinds})`],
  ];
  const next = erased
    ? 'It was erased before. --yes looks for objects that may be left.'
    : 'Nothing was changed. Add --yes to erase; it cannot be undone.';
  return [...lines.map(([name = '', value = '']) => `${name.padEnd(12)}${value}`), next].join('\n');
}

function told({ changed, objects }: Erasure): string {
  const removed = `${objects} ${objects === 1 ? 'version' : 'versions'} of objects removed`;
  return changed ? `Erased; ${removed}.` : `It was erased before; ${removed} now.`;
}

function explain(error: unknown): unknown {
  if (error instanceof StorageAway) {
    return `${error.message}. What the database held is erased; the worker removes the objects as soon as it can. Run this again to make sure.`;
  }
  return explainFailure(error, {
    away: 'Check MIGRATION_DATABASE_URL, then run this again: it goes on from where it came to.',
    role: 'MIGRATION_DATABASE_URL must name the owner.',
  });
}

const given = readArguments({ reason: { type: 'string' }, yes: { type: 'boolean' }, help: { type: 'boolean' } });
const { help, yes, reason = '' } = given?.values ?? {};
const [what, partnerId = '', customerId = '', ...more] = given?.positionals ?? [];
const understood = what === 'list' ? partnerId === '' : what === 'customer' && customerId !== '' && more.length === 0;
if (help === true || !understood) {
  console.log(USAGE);
  process.exit(help === true ? 0 : 1);
}
try {
  if (what === 'list') await list();
  else await erase();
} catch (error) {
  console.error(explain(error));
  process.exit(1);
}

async function list(): Promise<void> {
  const { MIGRATION_DATABASE_URL: url } = readOwnerCommandConfig();
  await withDatabase('erase', url, async (db) => {
    for await (const one of listErasures({ db })) {
      console.log(one.partner_id, one.customer_id, one.erased_at?.toISOString() ?? 'incomplete');
    }
  });
}

async function erase(): Promise<void> {
  const wrong = faultOf();
  if (wrong !== undefined) {
    console.error(wrong);
    process.exitCode = 1;
    return;
  }
  const config = readErasureConfig();
  const storage = openObjectStore(storageOptions(config));
  const requestId = `erase-${uuidv7(systemClock.now())}`;
  const actor = { kind: 'Operator' as const, partnerId, operatorName: userInfo().username, requestId };
  try {
    await withDatabase('erase', config.MIGRATION_DATABASE_URL, async (db) => {
      const context = { db, clock: systemClock, keys: openKeyRing(config.KEY_RING), storage };
      if (yes === true) {
        const erasure = await eraseCustomer(context, actor, { customerId, reason: reason.trim() });
        console.log(erasure === undefined ? NOBODY : told(erasure));
        if (erasure === undefined) process.exitCode = 1;
      } else {
        const found = await inspectErasable(context, partnerId, customerId);
        console.log(found === undefined ? NOBODY : shown(found));
        if (found === undefined) process.exitCode = 1;
      }
    });
  } finally {
    storage.close();
  }
}

function faultOf(): string | undefined {
  const odd = [partnerId, customerId].find((id) => !isUuid(id));
  if (odd !== undefined) return `An id is a UUID, not ${JSON.stringify(odd)}.`;
  if (reason.trim() === '' || reason.length > LONGEST_REASON) {
    return `Say why with --reason, in up to ${LONGEST_REASON} characters, such as --reason 'request 4711'.`;
  }
  return undefined;
}
