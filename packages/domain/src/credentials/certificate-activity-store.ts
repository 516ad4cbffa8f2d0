import type { ApiCertificatesRow } from '@onboarding/database/tables';
import { statement, type Tx } from '@onboarding/platform/postgres';

type CertificateActivityRow = Pick<
  ApiCertificatesRow,
  'certificateId' | 'name' | 'registeredAt' | 'registeredBy' | 'revokedAt' | 'revokedBy'
>;

const LIST = statement<CertificateActivityRow, { partnerId: string }>(
  'certificate_activity',
  `select certificate_id, name, registered_at, registered_by, revoked_at, revoked_by from api_certificates
   where partner_id = :partnerId`,
);

/** Who registered and revoked each certificate of a partner. Returns all, because there are few. */
export function listCertificateActivity(tx: Tx, partnerId: string): Promise<CertificateActivityRow[]> {
  return tx.rows(LIST, { partnerId });
}
