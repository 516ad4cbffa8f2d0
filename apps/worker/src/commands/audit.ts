// For an operator or an auditor: whether the audit trails are whole, of one customer, of a partner or of everybody.
import type { Context } from '@onboarding/domain';
import type { ChainVerdict, VerificationTerms } from '@onboarding/domain/audit';
import { verifyTrail, verifyTrails } from '@onboarding/domain/profiles';
import { explainFailure, readArguments, withDatabase } from '@onboarding/platform/command';
import { openKeyRing } from '@onboarding/platform/crypto';
import { isUuid } from '@onboarding/platform/ids';
import { readAuditConfig } from '../config.ts';

const USAGE = `usage: node apps/worker/src/commands/audit.ts verify PARTNER_ID [CUSTOMER_ID]
       node apps/worker/src/commands/audit.ts verify --all

  verify   recomputes the chain of each customer's audit entries and compares its end with the customer: of the one customer,
           of all of the partner, or of everybody; exit code 1 unless all are whole

  --unkeyed-before TIME   accepts entries without a key from before that time, such as 2026-11-15T12:00:00Z: when the last
                          process of a build ended that wrote without one. Otherwise such an entry is a broken trail

Of many it names those that are broken, and says every few seconds how far it is. A customer cannot be changed while its own
trail is read, which takes milliseconds. Takes MIGRATION_DATABASE_URL (role onboarding_owner) and KEY_RING from the environment.`;

const PROGRESS_MS = 2_000;

function told(verdict: ChainVerdict): string {
  if (!verdict.intact) return `Broken at entry ${verdict.brokenAt}: ${verdict.why}.`;
  const begins = verdict.from === 1 ? '' : `, from entry ${verdict.from} on; older ones were dropped`;
  const old = verdict.unkeyed === 0 ? '' : `; ${counted(verdict.unkeyed)} from before there was a key`;
  return `Whole: ${counted(verdict.entries)}${begins}${old}.`;
}

const counted = (entries: number) => `${entries} ${entries === 1 ? 'entry' : 'entries'}`;

type Verifying = VerificationTerms & Pick<Context, 'db'>;

async function verifyOne({ db, ...terms }: Verifying, partnerId: string, customerId: string): Promise<boolean> {
  const verdict = await db.transaction((tx) => verifyTrail(tx, terms, partnerId, customerId));
  console.log(verdict === undefined ? 'That partner has no such customer.' : told(verdict));
  return verdict?.intact === true;
}

async function verifyMany(context: Verifying, partnerId: string | undefined): Promise<boolean> {
  const count = { trails: 0, entries: 0, unkeyed: 0, broken: 0 };
  let nextWord = performance.now() + PROGRESS_MS;
  for await (const trail of verifyTrails(context, partnerId)) {
    count.trails++;
    if (trail.verdict.intact) {
      count.entries += trail.verdict.entries;
      count.unkeyed += trail.verdict.unkeyed;
    } else {
      count.broken++;
      console.log(`Partner ${trail.partnerId}, customer ${trail.customerId}: ${told(trail.verdict)}`);
    }
    if (performance.now() < nextWord) continue;
    nextWord = performance.now() + PROGRESS_MS;
    console.error(`${count.trails} trails read, ${count.broken} broken; last customer ${trail.customerId}`);
  }
  if (count.trails === 0) console.log('There is no customer, so there is no trail.');
  else if (count.broken > 0) console.log(`${count.broken} of ${count.trails} trails are broken.`);
  else console.log(`All whole: ${count.trails} trails with ${count.entries} entries.`);
  if (count.unkeyed > 0)
    console.log(`${counted(count.unkeyed)} from before there was a key: only anchors vouch for them.`);
  return count.trails > 0 && count.broken === 0;
}

const given = readArguments({
  help: { type: 'boolean' },
  all: { type: 'boolean' },
  'unkeyed-before': { type: 'string' },
});
const { help = false, all = false, 'unkeyed-before': before } = given?.values ?? {};
const unkeyedBefore = before === undefined ? undefined : new Date(before);
const [verb, ...ids] = given?.positionals ?? [];
const [partnerId, customerId] = ids;
if (help || verb !== 'verify' || ids.length > 2 || all === (partnerId !== undefined)) {
  console.log(USAGE);
  process.exit(help ? 0 : 1);
}
for (const id of ids) {
  if (isUuid(id)) continue;
  console.error(`An id is a UUID, not ${JSON.stringify(id)}.`);
  process.exit(1);
}
if (Number.isNaN(unkeyedBefore?.getTime())) {
  console.error(`A time is like 2026-11-15T12:00:00Z, not ${JSON.stringify(before)}.`);
  process.exit(1);
}
try {
  const config = readAuditConfig();
  const keys = openKeyRing(config.KEY_RING);
  await withDatabase('audit', config.MIGRATION_DATABASE_URL, async (db) => {
    const context = { db, keys, unkeyedBefore };
    const one = partnerId !== undefined && customerId !== undefined;
    const whole = one
      ? await verifyOne(context, partnerId, customerId)
      : await verifyMany(context, partnerId?.toLowerCase());
    if (!whole) process.exitCode = 1;
  });
} catch (error) {
  console.error(
    explainFailure(error, {
      away: 'Check MIGRATION_DATABASE_URL.',
      role: 'MIGRATION_DATABASE_URL must name the owner.',
    }),
  );
  process.exit(1);
}
