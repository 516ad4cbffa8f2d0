import type { ApiCertificatesRow, PartnersRow } from '@onboarding/database/tables';
import { settled, statement, type Tx } from '@onboarding/platform/postgres';

export type ClientRow = Pick<PartnersRow, 'clientId' | 'partnerId' | 'status'>;
export type ClientCertificateRow = Pick<
  ApiCertificatesRow,
  'partnerId' | 'certificateId' | 'thumbprint' | 'pem' | 'notBefore' | 'notAfter' | 'revokedAt'
>;

const CLIENTS = statement<ClientRow, { clientIds: string[] }>(
  'token_clients',
  'select client_id, partner_id, status from partners where client_id = any(:clientIds::text[])',
);

const SELECT_CERTIFICATES = `select c.partner_id, c.certificate_id, c.thumbprint, c.pem, c.not_before, c.not_after, c.revoked_at
   from api_certificates c join partners p using (partner_id)`;

const CERTIFICATES = statement<ClientCertificateRow, { clientIds: string[]; now: Date }>(
  'token_client_certificates',
  `${SELECT_CERTIFICATES}
   where p.client_id = any(:clientIds::text[]) and c.revoked_at is null and c.not_before <= :now and c.not_after > :now
   order by c.partner_id, c.certificate_id`,
);

// Used only to explain why an assertion failed; nothing else reads certificates that are no longer valid. The newest ones are
// sufficient: a client that still signs with an older one has other problems.
const ALL_CERTIFICATES = statement<ClientCertificateRow, { clientId: string }>(
  'token_client_all_certificates',
  `${SELECT_CERTIFICATES}
   where p.client_id = :clientId order by c.certificate_id desc limit 10`,
);

export async function listClients(
  tx: Tx,
  clientIds: string[],
  now: Date,
): Promise<[ClientRow[], ClientCertificateRow[]]> {
  return settled([tx.rows(CLIENTS, { clientIds }), tx.rows(CERTIFICATES, { clientIds, now })]);
}

export async function listAllCertificates(tx: Tx, clientId: string): Promise<ClientCertificateRow[]> {
  return tx.rows(ALL_CERTIFICATES, { clientId });
}
