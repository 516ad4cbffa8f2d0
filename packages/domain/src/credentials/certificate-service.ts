import {
  ACTIVE_CERTIFICATES,
  type BodyCheck,
  type Certificate,
  type CertificateRegistration,
  DAY_MS,
  EXPIRY_WARNING_DAYS,
} from '@onboarding/contract';
import { isUuid, uuidv7 } from '@onboarding/platform/ids';
import { settled, type Tx } from '@onboarding/platform/postgres';
import { listPartnerAdmins, listUserNames } from '../accounts/index.ts';
import type { Context } from '../context.ts';
import { acceptBody, DomainError } from '../failure.ts';
import { type Letter, sendLetter } from '../mails/index.ts';
import {
  type AcceptedCertificate,
  certificateStatus,
  daysLeft,
  expiryWarning,
  judgeCertificate,
} from './certificate.ts';
import {
  type CertificateRow,
  claimDueWarnings,
  countActiveCertificates,
  type DueWarning,
  insertCertificate,
  listCertificateRows,
  lockCertificates,
  markRevoked,
} from './certificate-store.ts';

export async function listCertificates(tx: Tx, partnerId: string, now: Date): Promise<Certificate[]> {
  const rows = await listCertificateRows(tx, partnerId);
  const names = await namesOn(tx, partnerId, rows);
  return rows.map((row) => toCertificate(row, names, now));
}

const namesOn = (tx: Tx, partnerId: string, rows: readonly CertificateRow[]) =>
  listUserNames(
    tx,
    partnerId,
    rows.flatMap((row) => [row.registeredBy, row.revokedBy].filter((id) => id !== null)),
  );

interface CheckedRegistration {
  name: string;
  certificate: AcceptedCertificate;
}

/** Throws all problems at once; the result can be registered. */
export function checkRegistration(body: BodyCheck<CertificateRegistration>, now: Date): CheckedRegistration {
  const { certificate } = body.candidate;
  const judged = certificate === undefined ? undefined : judgeCertificate(certificate, now);
  const { name } = acceptBody(body, body.inFieldOrder([...body.problems, ...(judged?.problems ?? [])]));
  // Unreachable: a rejected certificate has a problem.
  if (judged?.accepted === undefined) throw new Error('A certificate without problems was not accepted');
  return { name, certificate: judged.accepted };
}

/** One of the partner's own users; an operator who uses the command has no account. */
interface Registrar {
  partnerId: string;
  accountId: string | null;
}

export async function registerCertificate(
  tx: Tx,
  person: Registrar,
  { name, certificate }: CheckedRegistration,
  now: Date,
): Promise<Certificate> {
  const added = { ...certificate, certificateId: uuidv7(now), name, registeredBy: person.accountId };
  // Pipelined and executed in this order: counts after the insert, and rolls back if there is one too many.
  const [, row, active] = await settled<[unknown, CertificateRow | undefined, number]>([
    lockCertificates(tx, person.partnerId),
    insertCertificate(tx, person.partnerId, added, now),
    countActiveCertificates(tx, person.partnerId, now),
  ]);
  if (row === undefined) throw new DomainError('Credential.KeyInUse');
  if (active > ACTIVE_CERTIFICATES) throw new DomainError('Credential.LimitReached');
  return toCertificate(row, await namesOn(tx, person.partnerId, [row]), now);
}

/** Takes effect at the next token request. Idempotent. */
export async function revokeCertificate(
  tx: Tx,
  person: Registrar,
  certificateId: string,
  now: Date,
): Promise<Certificate> {
  const row = isUuid(certificateId)
    ? await markRevoked(tx, person.partnerId, certificateId, person.accountId, now)
    : undefined;
  if (row === undefined) throw new DomainError('Credential.NotFound');
  return toCertificate(row, await namesOn(tx, person.partnerId, [row]), now);
}

/** `names`: the names of the users who registered or revoked it. */
function toCertificate(row: CertificateRow, names: ReadonlyMap<string, string>, now: Date): Certificate {
  const status = certificateStatus(row, now);
  const active = status === 'Active';
  return {
    ...row,
    status,
    notBefore: row.notBefore.toISOString(),
    notAfter: row.notAfter.toISOString(),
    daysLeft: active ? daysLeft(row.notAfter, now) : 0,
    expiryWarning: active ? expiryWarning(row.notAfter, now) : null,
    registeredAt: row.registeredAt.toISOString(),
    registeredBy: toColleague(row.registeredBy, names),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    revokedAt: row.revokedAt?.toISOString() ?? null,
    revokedBy: toColleague(row.revokedBy, names),
  };
}

function toColleague(accountId: string | null, names: ReadonlyMap<string, string>): Certificate['registeredBy'] {
  const name = accountId === null ? undefined : names.get(accountId);
  return accountId === null || name === undefined ? null : { accountId, name };
}

interface Warned {
  certificates: number;
  mails: number;
}

/**
 * Mails the admins of partners whose certificates expire soon, once per stage, up to `limit` certificates at a time; records
 * the stage in the transaction of the mails. Skips earlier stages of a certificate that was registered late in its life.
 */
export async function warnOfExpiry(
  tx: Tx,
  context: Pick<Context, 'clock' | 'jobs' | 'keys' | 'logger'>,
  { portalUrl, limit }: { portalUrl: string; limit: number },
): Promise<Warned> {
  const now = context.clock.now();
  const due = await claimDueWarnings(tx, now, EXPIRY_WARNING_DAYS, limit);
  const admins = Map.groupBy(
    await listPartnerAdmins(tx, [...new Set(due.map(({ partnerId }) => partnerId))]),
    ({ partnerId }) => partnerId,
  );
  let mails = 0;
  for (const certificate of due) {
    const receivers = admins.get(certificate.partnerId) ?? [];
    if (receivers.length === 0) {
      context.logger.warn({ partnerId: certificate.partnerId }, 'no admin to warn about an expiring certificate');
    }
    for (const receiver of receivers) {
      await sendLetter(tx, context, receiver, warning(certificate, now, portalUrl));
      mails++;
    }
  }
  return { certificates: due.length, mails };
}

function warning(certificate: DueWarning, now: Date, portalUrl: string): Letter {
  const days = Math.ceil((certificate.notAfter.getTime() - now.getTime()) / DAY_MS);
  const left = days <= 1 ? 'within a day' : `in ${days} days`;
  const ends = certificate.notAfter.toISOString().slice(0, 16).replace('T', ' ');
  return {
    subject: `API certificate "${certificate.name}" expires ${left}`,
    paragraphs: [
      `The certificate "${certificate.name}" (${certificate.subject}) expires on ${ends} UTC, ${left}. After that, your systems cannot get access tokens with it.`,
      'What to do: register a new certificate, switch your systems to it, then revoke this one. Both work until then.',
      `Your API credentials:\n${portalUrl}/credentials`,
      `Thumbprint (SHA-256): ${certificate.thumbprint}`,
    ],
  };
}
