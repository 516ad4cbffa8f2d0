// For an operator or an auditor: whether the audit trail of a customer is whole.
import { parseArgs } from 'node:util';
import type { ChainVerdict } from '@onboarding/domain/audit';
import { verifyTrail } from '@onboarding/domain/profiles';
import { ConfigError } from '@onboarding/platform/config';
import { isUuid } from '@onboarding/platform/ids';
import { createMetrics } from '@onboarding/platform/metrics';
import { databaseMetrics, failureCode, openDatabase, StoreUnavailable } from '@onboarding/platform/postgres';
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

function explain(error: unknown): unknown {
  if (error instanceof ConfigError) return error.message;
  if (error instanceof StoreUnavailable) return `${error.message}. Check MIGRATION_DATABASE_URL.`;
  if (failureCode(error) === '42501') return 'This role may not do that. MIGRATION_DATABASE_URL must name the owner.';
  return error;
}

function readArguments() {
  try {
    return parseArgs({ allowPositionals: true, options: { help: { type: 'boolean' } } });
  } catch {
    return undefined;
  }
}

const given = readArguments();
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
  const db = openDatabase({
    url: readOwnerCommandConfig().MIGRATION_DATABASE_URL,
    applicationName: 'onboarding-audit',
    poolSize: 1,
    metrics: databaseMetrics(createMetrics('audit')),
    onIdleError: () => {},
  });
  try {
    const verdict = await db.transaction((tx) => verifyTrail(tx, partnerId, customerId));
    console.log(verdict === undefined ? 'That partner has no such customer.' : told(verdict));
    if (verdict?.intact !== true) process.exitCode = 1;
  } finally {
    await db.close();
  }
} catch (error) {
  console.error(explain(error));
  process.exit(1);
}
