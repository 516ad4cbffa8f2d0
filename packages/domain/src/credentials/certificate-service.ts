import {
  type Certificate,
  certificateRegistrationSchema,
  checkBody,
  inFieldOrder,
  type Problem,
  type Warning,
} from '@onboarding/contract';
import { isUuid, uuidv7 } from '@onboarding/platform/ids';
import { settled, type Tx } from '@onboarding/platform/postgres';
import type { PartnerPerson } from '../context.ts';
import { DomainError, refuse } from '../failure.ts';
import { type AcceptedCertificate, judgeCertificate, MAX_ACTIVE_CERTIFICATES } from './certificate.ts';
import { toCertificate } from './certificate-representation.ts';
import {
  type CertificateRow,
  countActiveCertificates,
  insertCertificate,
  listCertificateRows,
  lockCertificates,
  markRevoked,
} from './certificate-store.ts';

export async function listCertificates(tx: Tx, partnerId: string, now: Date): Promise<Certificate[]> {
  return (await listCertificateRows(tx, partnerId)).map((row) => toCertificate(row, now));
}

export interface CheckedRegistration {
  name: string;
  certificate: AcceptedCertificate;
  warnings: Warning[];
}

/** Throws everything that is wrong at once; what comes back can be registered. */
export function checkRegistration(body: unknown, now: Date): CheckedRegistration {
  const { problems, warnings, candidate, value } = checkBody(
    certificateRegistrationSchema,
    body,
    'ValidationControl.Error',
  );
  const judged = candidate.certificate === undefined ? undefined : judgeCertificate(candidate.certificate, now);
  const all: Problem[] = inFieldOrder(certificateRegistrationSchema, [...problems, ...(judged?.problems ?? [])]);
  const [first, ...others] = all;
  if (first !== undefined) throw refuse([first, ...others]);
  // Neither the schema nor the certificate's rules found anything, or there would have been a problem.
  if (value === undefined || judged?.accepted === undefined) throw new Error('A body without problems has no value');
  return { name: value.name, certificate: judged.accepted, warnings };
}

export async function registerCertificate(
  tx: Tx,
  person: PartnerPerson,
  { name, certificate }: CheckedRegistration,
  now: Date,
): Promise<Certificate> {
  const added = { ...certificate, certificateId: uuidv7(now), name, registeredBy: person.accountId };
  // Sent together and executed in this order; one too many is counted after it was written and undone with the transaction.
  const [, row, active] = await settled<[unknown, CertificateRow | undefined, number]>([
    lockCertificates(tx, person.partnerId),
    insertCertificate(tx, person.partnerId, added, now),
    countActiveCertificates(tx, person.partnerId, now),
  ]);
  if (row === undefined) throw new DomainError('Credential.KeyInUse');
  if (active > MAX_ACTIVE_CERTIFICATES) throw new DomainError('Credential.LimitReached');
  return toCertificate(row, now);
}

/** Acts on the next token request. Revoking twice is no fault. */
export async function revokeCertificate(
  tx: Tx,
  person: PartnerPerson,
  certificateId: string,
  now: Date,
): Promise<Certificate> {
  const row = isUuid(certificateId)
    ? await markRevoked(tx, person.partnerId, certificateId, person.accountId, now)
    : undefined;
  if (row === undefined) throw new DomainError('Credential.NotFound');
  return toCertificate(row, now);
}
