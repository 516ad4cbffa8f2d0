// Shared by tests of documents: requests links, and puts documents into the state after their check.
import type { LightMyRequestResponse } from 'fastify';
import type { TestApi } from '../api.ts';
import type { TestDatabase } from '../database.ts';
import type { Customer } from './updates.ts';

export const CERTIFICATE = { documentCategory: 'CertificateOfIncorporation', contentType: 'application/pdf' };

export interface GivenLink {
  documentId: string;
  uploadUrl: string;
  expiresAt: string;
}

export function askForLink(
  api: TestApi,
  { path }: Pick<Customer, 'path'>,
  body: unknown = CERTIFICATE,
  options: { headers?: Record<string, string>; token?: string } = {},
): Promise<LightMyRequestResponse> {
  return api.call('POST', `${path}/documents/upload-link`, { body, ...options });
}

export async function link(api: TestApi, customer: Pick<Customer, 'path'>, body: unknown = CERTIFICATE) {
  return (await askForLink(api, customer, body)).json().value as GivenLink;
}

/** As left by the check of the file, but without a file. */
export async function setDocument({ owner }: TestDatabase, documentId: string, status: string): Promise<void> {
  const refusals: Record<string, string> = { Rejected: 'TooLarge', Quarantined: 'Infected' };
  await owner.query(
    `update documents set status = $2, refusal = $3, version_id = 'v1', sha256 = 'hash', size_bytes = 5,
       kept_key = case $2 when 'Confirmed' then replace(object_key, 'incoming/', 'documents/') end,
       uploaded_at = '2026-11-15T10:00:00Z', confirmed_at = case $2 when 'Confirmed' then timestamptz '2026-11-15T10:00:01Z' end
     where document_id = $1`,
    [documentId, status, refusals[status] ?? null],
  );
}

/** A document of this customer in a state. */
export async function documentIn(
  api: TestApi,
  database: TestDatabase,
  customer: Pick<Customer, 'path'>,
  status: string,
  body: unknown = CERTIFICATE,
): Promise<string> {
  const { documentId } = await link(api, customer, body);
  if (status !== 'LinkIssued') await setDocument(database, documentId, status);
  return documentId;
}
