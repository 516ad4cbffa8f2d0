import type { ApiCertificatesRow, PartnersRow } from '@onboarding/database/tables';
import { settled, statement, type Tx } from '@onboarding/platform/postgres';

export type ClientRow = Pick<PartnersRow, 'client_id' | 'partner_id' | 'status'>;
export type ClientCertificateRow = Pick<
  ApiCertificatesRow,
  'partner_id' | 'certificate_id' | 'thumbprint' | 'pem' | 'not_before' | 'not_after' | 'revoked_at'
>;

const CLIENTS = statement<ClientRow>(
  'token_clients',
  'select client_id, partner_id, status from partners where client_id = any($1::text[])',
);

const CERTIFICATES = statement<ClientCertificateRow>(
  'token_client_certificates',
  `select c.partner_id, c.certificate_id, c.thumbprint, c.pem, c.not_before, c.not_after, c.revoked_at
   from api_certificates c join partners p using (partner_id)
   where p.client_id = any($1::text[]) and c.revoked_at is null and c.not_before <= $2 and c.not_after > $2
   order by c.partner_id, c.certificate_id`,
);

// Why an assertion failed is asked only afterwards, so certificates that no longer count are read only then. The newest
// are enough: whoever still signs with an older one has other problems.
const ALL_CERTIFICATES = statement<ClientCertificateRow>(
  'token_client_all_certificates',
  `select c.partner_id, c.certificate_id, c.thumbprint, c.pem, c.not_before, c.not_after, c.revoked_at
   from api_certificates c join partners p using (partner_id)
   where p.client_id = $1 order by c.certificate_id desc limit 10`,
);

export async function listClients(
  tx: Tx,
  clientIds: string[],
  now: Date,
): Promise<[ClientRow[], ClientCertificateRow[]]> {
  return settled([tx.rows(CLIENTS, [clientIds]), tx.rows(CERTIFICATES, [clientIds, now])]);
}

export async function listAllCertificates(tx: Tx, clientId: string): Promise<ClientCertificateRow[]> {
  return tx.rows(ALL_CERTIFICATES, [clientId]);
}
