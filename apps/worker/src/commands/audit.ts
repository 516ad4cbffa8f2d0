// For an operator or an auditor: whether the audit trail of a customer is whole.
import type { ChainVerdict } from '@onboarding/domain/audit';
import { verifyTrail } from '@onboarding/domain/profiles';
import { explainFailure, readArguments, withDatabase } from '@onboarding/platform/command';
import { isUuid } from '@onboarding/platform/ids';
import { readOwnerCommandConfig } from '../config.ts';

const USAGE = `usage: node apps/worker/src/commands/audit.ts verify PARTNER_ID CUSTOMER_ID

  verify   recomputes the chain of the customer's audit entries and compares its end with the customer; exit code 1 unless
           it is whole

Takes MIGRATION_DATABASE_URL (role onboarding_owner) from the environment.`;

function told(verdict: ChainVerdict): string {
  if (!verdict.intact) return `Broken at entry ${verdict.brokenAt}: ${verdict.why}.`;
  const begins = verdict.from === 1 ? '' : `, from entry ${verdict.from} on; older ones were dropped`;
  return `Whole: ${verdict.entries} ${verdict.entries === 1 ? 'entry' : 'entries'}${begins}.`;
}

const given = readArguments({ help: { type: 'boolean' } });
const help = given?.values.help === true;
const [verb, partnerId = '', customerId = '', ...more] = given?.positionals ?? [];
if (help || verb !== 'verify' || customerId === '' || more.length > 0) {
  console.log(USAGE);
  process.exit(help ? 0 : 1);
}
for (const id of [partnerId, customerId]) {
  if (isUuid(id)) continue;
  console.error(`An id is a UUID, not ${JSON.stringify(id)}.`);
  process.exit(1);
}
try {
  await withDatabase('audit', readOwnerCommandConfig().MIGRATION_DATABASE_URL, async (db) => {
    const verdict = await db.transaction((tx) => verifyTrail(tx, partnerId, customerId));
    console.log(verdict === undefined ? 'That partner has no such customer.' : told(verdict));
    if (verdict?.intact !== true) process.exitCode = 1;
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
