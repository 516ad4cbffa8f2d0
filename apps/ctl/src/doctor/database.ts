// Checks PostgreSQL with the connection of each service, and what it must contain.

import { missingDecisions, readCountryLists } from '@onboarding/domain/requirements';
import { withDatabase } from '@onboarding/platform/command';
import { type Db, failureCode } from '@onboarding/platform/postgres';
import { explainDatabaseDistrust } from '@onboarding/platform/trust';
import { type Check, distrusted, type Finding, fault, good, warning } from './check.ts';
import { SERVER_FACTS, type ServerFacts, WRITE_PROBE } from './database-store.ts';

const MAJORS = { oldest: 15, newest: 18 };
/** Tokens are accepted with a clock difference of up to ten seconds. */
const CLOCK_MS = 5_000;

interface DatabaseConnection {
  setting: string;
  url: string;
  role: string;
}

export function databaseCheck(who: string, { setting, url, role }: DatabaseConnection): Check {
  return {
    about: `database of ${who} (${setting})`,
    async look() {
      try {
        return await withDatabase('doctor', url, async (db) => {
          // Only the second round trip, on an open connection, is fast enough to compare clocks.
          await db.transaction((tx) => tx.rows(SERVER_FACTS, {}), { readOnly: true });
          const sent = Date.now();
          const [facts] = await db.transaction((tx) => tx.rows(SERVER_FACTS, {}), { readOnly: true });
          if (facts === undefined) return [fault('its role no longer exists', `Create the role ${role} again.`)];
          const took = Date.now() - sent;
          if (facts.mayProbe && !facts.standby) await probeWrite(db);
          return judge(facts, { setting, role, aheadMs: facts.now.getTime() - (sent + took / 2), took });
        });
      } catch (error) {
        return [unreachable(error, setting)];
      }
    },
  };
}

/** Writes and rolls back. */
async function probeWrite(db: Db): Promise<void> {
  const undo = new Error('rolled back');
  const written = db.transaction(async (tx) => {
    await tx.rows(WRITE_PROBE, {});
    throw undo;
  });
  await written.catch((error) => {
    if (error !== undo) throw error;
  });
}

interface Terms {
  setting: string;
  role: string;
  aheadMs: number;
  took: number;
}

export function judge(facts: ServerFacts, { setting, role, aheadMs, took }: Terms): Finding[] {
  const findings: Finding[] = [];
  const major = Math.floor(facts.version / 10_000);
  if (facts.superuser || facts.bypasses) {
    const found = `the role ${facts.role} ${facts.superuser ? 'is a superuser' : 'bypasses row-level security'}: partners are not isolated from each other`;
    findings.push(fault(found, `Use the role ${role} in ${setting}.`));
  } else if (facts.role !== role) {
    findings.push(fault(`connects as ${facts.role}`, `Use the role ${role} in ${setting}.`));
  }
  if (facts.standby) {
    findings.push(fault('is a standby and accepts no writes', `Point ${setting} to the primary.`));
  }
  if (!facts.schema) {
    findings.push(
      fault(
        "does not contain the service's tables",
        'Check the name of the database, then run: onboardingctl database migrate',
      ),
    );
  }
  if (facts.unprotected.length > 0) {
    const tables = facts.unprotected.join(', ');
    const cure = `As the owner, run for each table: alter table onboarding.NAME enable row level security, force row level security. Find out who turned it off.`;
    findings.push(fault(`row-level security is off for ${tables}`, cure));
  }
  if (major < MAJORS.oldest || major > MAJORS.newest) {
    const found = `is PostgreSQL ${major}; tested versions are ${MAJORS.oldest} to ${MAJORS.newest}`;
    findings.push(warning(found, 'Use a tested version.'));
  }
  if (['off', 'local'].includes(facts.synchronous) && (facts.synchronous === 'off' || facts.standbys !== '')) {
    const found = `synchronous_commit is ${facts.synchronous}: acknowledged changes can be lost`;
    findings.push(
      fault(found, `Reset it for the role (alter role ${role} reset synchronous_commit) and in postgresql.conf.`),
    );
  }
  if (Math.abs(aheadMs) > CLOCK_MS + took) {
    const found = `its clock is ${Math.round(Math.abs(aheadMs) / 1000)} s ${aheadMs > 0 ? 'ahead of' : 'behind'} this machine's`;
    findings.push(fault(found, 'Synchronise both with the same time servers (chrony, systemd-timesyncd).'));
  }
  if (findings.length > 0) return findings;
  return [good(`PostgreSQL ${major}, role ${facts.role}, row-level security on, clock within ${CLOCK_MS / 1000} s`)];
}

/** The innermost code is the most specific. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  return codeOf(error.cause) ?? failureCode(error);
}

const CURES: Record<string, [found: string, cure: (setting: string) => string]> = {
  '28P01': [
    'rejects the password',
    (setting) => `Correct the password in ${setting}, or set it again: onboardingctl database bootstrap`,
  ],
  '28000': ['rejects this role', (setting) => `Check the role in ${setting}, and pg_hba.conf.`],
  '3D000': [
    'does not exist on this server',
    (setting) => `Check the name in ${setting}, or create it: onboardingctl database bootstrap`,
  ],
  '53100': [
    'cannot write, because its disk is full',
    () => 'Free or add space on the disk of PostgreSQL (docs/runbooks/DatabaseFailing.md).',
  ],
  XX000: [
    'has an internal error (XX000)',
    () => 'Read the log of the server. Its disk may be full (docs/runbooks/DatabaseFailing.md).',
  ],
  '53300': ['has no free connections', () => 'Raise max_connections, or lower DATABASE_POOL_SIZE (docs/pooler.md).'],
  ENOTFOUND: ['has a host name that does not resolve', (setting) => `Correct the host in ${setting}.`],
  ECONNREFUSED: [
    'is not running: the port refuses connections',
    (setting) => `Correct the host and port in ${setting}, or start the server.`,
  ],
};

export function unreachable(error: unknown, setting: string): Finding {
  const untrusted = distrusted(error, explainDatabaseDistrust);
  if (untrusted !== undefined) return untrusted;
  const code = codeOf(error);
  const [found, cure] = CURES[code ?? ''] ?? [
    `cannot be used (${code ?? (error instanceof Error ? error.name : 'unknown')})`,
    () => `Check ${setting}, the server's log and certificates.`,
  ];
  return fault(found, cure(setting));
}

/** Checks that there is a decision on every country: no production process starts before. */
export function countriesCheck(url: string): Check {
  return {
    about: 'countries',
    explain: explainDatabaseDistrust,
    look: () =>
      withDatabase('doctor', url, async (db) => {
        const { prohibited, undecided, highRisk } = await db.transaction(readCountryLists, { readOnly: true });
        if (undecided.length === 0)
          return [good(`all decisions made: ${prohibited.size} prohibited, ${highRisk.size} high-risk`)];
        const { found, cure } = missingDecisions(undecided);
        return [fault(found, cure)];
      }),
  };
}
