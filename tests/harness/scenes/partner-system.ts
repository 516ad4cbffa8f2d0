// A partner's system next to an open site: gets tokens from the real identity service, creates businesses and uploads files as
// a partner would.
import { expect } from 'vitest';
import { validBody } from '../bodies.ts';
import { until } from '../patience.ts';
import { addMachine, getToken, type Machine } from './asking.ts';
import type { SiteScene } from './site.ts';
import type { Customer } from './updates.ts';

const PATH = '/api/partner/v1/business-profiles';

export interface PartnerSystem {
  machine: Machine;
  partnerId: string;
  /** Any call of the Partner API. */
  call(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<{ status: number; value: never }>;
  create(overrides?: Record<string, unknown>): Promise<Customer>;
  /** Uploads the file by a link, and returns its id once it is confirmed or rejected. */
  upload(customerId: string, file: Upload): Promise<string>;
}

interface Upload {
  documentCategory: string;
  contentType: string;
  bytes: Uint8Array;
  uboId?: string;
}

/** `name`: of the partner, as our staff see it. */
export async function addPartnerSystem(scene: SiteScene, name?: string): Promise<PartnerSystem> {
  const machine = await addMachine(scene.database);
  const { partnerId } = machine.partner;
  if (name !== undefined)
    await scene.database.owner.query('update partners set name = $2 where partner_id = $1', [partnerId, name]);
  const identity = { ...scene.identity, issuer: scene.issuer, output: () => '' };
  let token = await getToken(identity, machine);
  async function call(method: string, path: string, body?: unknown, more: Record<string, string> = {}) {
    const ask = () => {
      // Names of headers are case-insensitive.
      const headers = new Headers(more);
      headers.set('authorization', `Bearer ${token}`);
      if (body === undefined) return fetch(`${scene.origin}${path}`, { method, headers });
      headers.set('content-type', 'application/json');
      return fetch(`${scene.origin}${path}`, { method, headers, body: JSON.stringify(body) });
    };
    let answer = await ask();
    if (answer.status === 401) {
      token = await getToken(identity, machine);
      answer = await ask();
    }
    const { value } = (await answer.json()) as { value: never };
    return { status: answer.status, value };
  }
  return {
    machine,
    partnerId,
    call,
    async create(overrides = {}) {
      const body = validBody(overrides);
      const created = await call('POST', PATH, body);
      expect(created.status).toBe(200);
      const { customerId, ubos } = created.value as { customerId: string; ubos: { uboId: string }[] };
      return { customerId, body, path: `${PATH}/${customerId}`, uboIds: ubos.map(({ uboId }) => uboId) };
    },
    async upload(customerId, { bytes, ...about }) {
      const path = `${PATH}/${customerId}/documents`;
      const link = await call('POST', `${path}/upload-link`, about);
      const { documentId, uploadUrl, headers } = link.value as {
        documentId: string;
        uploadUrl: string;
        headers: Record<string, string>;
      };
      const stored = await fetch(uploadUrl, { method: 'PUT', headers, body: bytes as Uint8Array<ArrayBuffer> });
      expect(stored.status).toBe(200);
      const { database } = scene;
      await until(async () => {
        const { rows } = await database.owner.query('select status from documents where document_id = $1', [
          documentId,
        ]);
        return ['Confirmed', 'Rejected'].includes(rows[0]?.status);
      }, 'the document is checked');
      return documentId;
    },
  };
}
