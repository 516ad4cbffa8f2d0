import type { Tx } from '@onboarding/platform/postgres';
import { type ClientCertificateRow, listAllCertificates, listClients } from './token-client-store.ts';

/** A partner as seen by the token endpoint: a client, and the certificates that may currently sign its assertions. */
export interface TokenClient {
  clientId: string;
  partnerId: string;
  active: boolean;
  certificates: ClientCertificate[];
}

export interface ClientCertificate {
  certificateId: string;
  /** x5t#S256 */
  thumbprint: string;
  pem: string;
  state: CertificateState;
}

export type CertificateState = 'Usable' | 'Revoked' | 'Expired' | 'NotYetValid';

/** Returns the client of each id, or undefined. One query for all, because under load many requests arrive at once. */
export async function findTokenClients(tx: Tx, clientIds: string[], now: Date): Promise<(TokenClient | undefined)[]> {
  const [clients, certificates] = await listClients(tx, clientIds, now);
  const byPartner = Map.groupBy(certificates, (row) => row.partnerId);
  const byId = new Map(clients.map((row) => [row.clientId, row]));
  return clientIds.map((clientId) => {
    const row = byId.get(clientId);
    if (row === undefined) return undefined;
    return {
      clientId,
      partnerId: row.partnerId,
      active: row.status === 'Active',
      certificates: (byPartner.get(row.partnerId) ?? []).map((certificate) => toCertificate(certificate, now)),
    };
  });
}

/** Includes certificates that are no longer valid, to explain why an assertion failed. */
export async function listCertificatesOfClient(tx: Tx, clientId: string, now: Date): Promise<ClientCertificate[]> {
  return (await listAllCertificates(tx, clientId)).map((row) => toCertificate(row, now));
}

function toCertificate(row: ClientCertificateRow, now: Date): ClientCertificate {
  const { certificateId, thumbprint, pem } = row;
  return { certificateId, thumbprint, pem, state: certificateStateOf(row, now) };
}

function certificateStateOf(row: ClientCertificateRow, now: Date): CertificateState {
  if (row.revokedAt !== null) return 'Revoked';
  if (row.notAfter <= now) return 'Expired';
  return row.notBefore > now ? 'NotYetValid' : 'Usable';
}
