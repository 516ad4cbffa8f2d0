// For an operator or an auditor: whether the audit trails are whole, of one customer, of a partner or of everybody.
import type { Context } from '@onboarding/domain';
import {
  type AnchorFault,
  type ChainVerdict,
  makeAnchor,
  publishAnchors,
  type VerificationTerms,
  verifyAnchors,
} from '@onboarding/domain/audit';
import { verifyTrail, verifyTrails } from '@onboarding/domain/profiles';
import { type AnchorTarget, openAnchors } from '@onboarding/platform/anchors';
import { explainFailure, readArguments, withDatabase } from '@onboarding/platform/command';
import { type KeyRing, openKeyRing } from '@onboarding/platform/crypto';
import { isUuid, systemClock } from '@onboarding/platform/ids';
import { readAuditConfig } from '../config.ts';

const USAGE = `usage: node apps/worker/src/commands/audit.ts verify PARTNER_ID [CUSTOMER_ID]
       node apps/worker/src/commands/audit.ts verify --all
       node apps/worker/src/commands/audit.ts anchor
       node apps/worker/src/commands/audit.ts key

  verify   recomputes the chain of each customer's audit entries and compares its end with the customer: of the one customer,
           of all of the partner, or of everybody; for a partner or everybody also compares the entries with the statements
           about them that AUDIT_ANCHORS keeps, and names the first that does not fit; exit code 1 unless all is whole
  anchor   makes a statement now, as the worker does every hour, and hands on all that have not been
  key      prints the public key by which others can check the signature of a statement

  --unkeyed-before TIME   accepts entries without a key from before that time, such as 2026-11-15T12:00:00Z: when the last
                          process of a build ended that wrote without one. Otherwise such an entry is a broken trail

Of many it names those that are broken, and says every few seconds how far it is. A customer cannot be changed while its own
trail is read, which takes milliseconds. Takes MIGRATION_DATABASE_URL (role onboarding_owner), KEY_RING and, as the worker has
it, AUDIT_ANCHORS from the environment, with S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY and S3_SECRET_KEY if that is s3://...`;

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
    console.log(`${counted(count.unkeyed)} from before there was a key: only statements vouch for them.`);
  return count.trails > 0 && count.broken === 0;
}

async function verifyStatements(
  context: Verifying,
  target: AnchorTarget | undefined,
  partnerId: string | undefined,
): Promise<boolean> {
  const { statements, outside, lastMadeAt, fault } = await verifyAnchors(context, target, partnerId);
  if (fault !== undefined) {
    console.log(described(fault));
    return false;
  }
  const where = outside ? 'kept outside' : 'in the database, where its owner can remove them';
  if (statements === 0) console.log('No statement vouches for the trails yet. Make one with: anchor');
  else console.log(`${statements} statements fit, ${where}; the last is of ${lastMadeAt}.`);
  return true;
}

function described({ number, madeAt, partnerId, why }: AnchorFault): string {
  const of = madeAt === undefined ? '' : ` of ${madeAt}`;
  const whose = partnerId === undefined ? '' : `, partner ${partnerId}`;
  return `Statement ${number}${of}${whose}: ${why}. What it is about, and all that came later, cannot be trusted.`;
}

async function anchorNow(context: Pick<Context, 'clock' | 'db' | 'keys'>, target: AnchorTarget | undefined) {
  const number = await makeAnchor(context);
  console.log(number === undefined ? 'Somebody else has made a statement just now.' : `Statement ${number} was made.`);
  if (target === undefined) console.log('AUDIT_ANCHORS is not set, so it stays in the database.');
  else console.log(`${await publishAnchors(context, target)} handed on.`);
}

const shownKey = (keys: KeyRing) => keys.publicKey('audit anchor').export({ type: 'spki', format: 'pem' });

const given = readArguments({
  help: { type: 'boolean' },
  all: { type: 'boolean' },
  'unkeyed-before': { type: 'string' },
});
const { help = false, all = false, 'unkeyed-before': before } = given?.values ?? {};
const unkeyedBefore = before === undefined ? undefined : new Date(before);
const [verb = '', ...ids] = given?.positionals ?? [];
const [partnerId, customerId] = ids;
const meant = verb === 'verify' ? ids.length <= 2 && all !== (partnerId !== undefined) : !all && ids.length === 0;
if (help || !['verify', 'anchor', 'key'].includes(verb) || !meant) {
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

async function run(): Promise<boolean> {
  const config = readAuditConfig();
  const keys = openKeyRing(config.KEY_RING);
  if (verb === 'key') {
    console.log(shownKey(keys));
    return true;
  }
  const target = config.anchors === undefined ? undefined : openAnchors(config.anchors);
  try {
    return await withDatabase('audit', config.MIGRATION_DATABASE_URL, async (db) => {
      const context = { db, keys, unkeyedBefore };
      if (verb === 'anchor') {
        await anchorNow({ ...context, clock: systemClock }, target);
        return true;
      }
      if (partnerId !== undefined && customerId !== undefined) return verifyOne(context, partnerId, customerId);
      const whole = await verifyMany(context, partnerId?.toLowerCase());
      return (await verifyStatements(context, target, partnerId?.toLowerCase())) && whole;
    });
  } finally {
    target?.close();
  }
}

try {
  if (!(await run())) process.exitCode = 1;
} catch (error) {
  console.error(
    explainFailure(error, {
      away: 'Check MIGRATION_DATABASE_URL and the place that AUDIT_ANCHORS names.',
      role: 'MIGRATION_DATABASE_URL must name the owner.',
    }),
  );
  process.exit(1);
}
