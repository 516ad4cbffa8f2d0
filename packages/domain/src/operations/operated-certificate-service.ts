// Actions of operators on the certificates of a partner whose users cannot perform them in the portal.
import { type Certificate, type CertificateRegistration, soundBody } from '@onboarding/contract';
import type { Tx } from '@onboarding/platform/postgres';
import type { Context } from '../context.ts';
import { checkRegistration, registerCertificate, revokeCertificate } from '../credentials/index.ts';
import { knownPartner } from './operated-partner-service.ts';
import { type Operator, recordAction } from './operator-log.ts';

type Clocked = Pick<Context, 'clock'>;

export async function addCertificate(
  tx: Tx,
  context: Clocked,
  operator: Operator,
  { partnerId, ...registration }: CertificateRegistration & { partnerId: string },
): Promise<Certificate> {
  const now = context.clock.now();
  const checked = checkRegistration(soundBody(registration), now);
  const added = await registerCertificate(tx, { partnerId, accountId: null }, checked, now);
  await record(tx, context, operator, partnerId, { action: 'CertificateAdded', certificate: added, reason: null });
  return added;
}

/** Revoking again changes and records nothing. */
export async function withdrawCertificate(
  tx: Tx,
  context: Clocked,
  operator: Operator,
  { partnerId, certificateId, reason }: { partnerId: string; certificateId: string; reason: string },
): Promise<Certificate> {
  await knownPartner(tx, partnerId);
  const now = context.clock.now();
  const certificate = await revokeCertificate(tx, { partnerId, accountId: null }, certificateId, now);
  if (certificate.revokedAt === now.toISOString())
    await record(tx, context, operator, partnerId, { action: 'CertificateRevoked', certificate, reason });
  return certificate;
}

async function record(
  tx: Tx,
  context: Clocked,
  operator: Operator,
  partnerId: string,
  done: { action: 'CertificateAdded' | 'CertificateRevoked'; certificate: Certificate; reason: string | null },
): Promise<void> {
  const { action, certificate, reason } = done;
  const { certificateId, thumbprint } = certificate;
  const subject = { kind: 'Partner', id: partnerId } as const;
  await recordAction(tx, context, operator, { action, subject, reason, details: { certificateId, thumbprint } });
}
