// The data and callers of the fuzzed surfaces: customers at every stage, partners' users, our staff.

import type { Realm } from '@onboarding/contract';
import type { TestApi } from '../../harness/api.ts';
import { newReference } from '../../harness/bodies.ts';
import { makeCertificate } from '../../harness/clients.ts';
import type { TestDatabase, TestPartner } from '../../harness/database.ts';
import { pdfOf } from '../../harness/files.ts';
import { setDocument } from '../../harness/scenes/documents.ts';
import { type Customer, createCustomer } from '../../harness/scenes/updates.ts';
import { issue, upload } from '../../harness/scenes/uploads.ts';
import { type SignedIn, signIn } from '../../harness/session.ts';
import { register, storeDeliveries, storeEvents } from '../../harness/webhooks.ts';
import type { Place } from './run.ts';

/** Enough for requests to interfere with each other, few enough for each customer to get far. */
const PLACES = 9;
const NEW_PLACES = 3;

export interface Scene {
  /** Tokens of a partner, of another partner, and an invalid one. */
  tokens(n: number): Record<string, string>;
  placeOf(n: number): Place;
  /** Replaces the oldest customers, and tokens before they expire. */
  renewPlaces(): Promise<void>;
}

export async function setScene(api: TestApi, database: TestDatabase): Promise<Scene> {
  const outsider = await database.addPartner();
  const places: Place[] = [];
  let tokens: string[] = [];

  async function addPlace(): Promise<void> {
    const customer = await createCustomer(api);
    await database.owner.query('update reviews set screening_due_at = null where customer_id = $1', [
      customer.customerId,
    ]);
    const place: Place = {
      customerId: customer.customerId,
      partnerCustomerId: customer.body.partnerCustomerId,
      uboId: customer.uboIds[0] ?? '',
      documentId: await storeDocument(customer),
    };
    // A new reference each time it is read.
    Object.defineProperty(place, 'newReference', { get: newReference });
    places.push(place);
    if (places.length > PLACES) places.shift();
  }

  /** A confirmed document whose file is in the storage, so that it can be opened. */
  async function storeDocument(customer: Customer): Promise<string> {
    const issued = await issue({ api, database }, { customer });
    const { documentId, key, contentType } = issued;
    await upload(issued, pdfOf('confirmed'));
    const { storage } = api.context;
    const found = await storage.find(key);
    if (found === undefined) throw new Error('The file has not arrived');
    const keptKey = key.replace('incoming/', 'documents/');
    const kept = await storage.keep({ key, ...found }, { key: keptKey, contentType });
    await setDocument(database, documentId, 'Confirmed');
    await database.owner.query('update documents set version_id = $2, size_bytes = $3 where document_id = $1', [
      documentId,
      kept?.versionId,
      kept?.sizeBytes,
    ]);
    return documentId;
  }

  return {
    tokens: (n) => ({ authorization: `Bearer ${tokens[n % tokens.length]}` }),
    placeOf: (n) => places[n % places.length] ?? {},
    async renewPlaces() {
      const own = await api.issuer.token(api.partner);
      tokens = [own, own, own, own, own, own, await api.issuer.token(outsider), 'no-token'];
      const missing = places.length === 0 ? PLACES : NEW_PLACES;
      for (let made = 0; made < missing; made++) await addPlace();
    },
  };
}

export interface People {
  /** Headers of one of them; sometimes without what a write needs, or with a made-up cookie. */
  headersOf(n: number): Record<string, string>;
  accountIds(): string[];
  renewPeople(): Promise<void>;
}

const OUTSIDER = { cookie: '__Host-onboarding-partner=made-up; __Host-onboarding-staff=made-up' };

export function peopleOf(
  database: TestDatabase,
  who: readonly { realm: Realm; role: string }[],
  partner?: TestPartner,
): People {
  let people: SignedIn[] = [];
  return {
    headersOf(n) {
      if (n % 23 === 0) return OUTSIDER;
      const person = people[n % people.length];
      if (person === undefined) return {};
      return n % 19 === 0 ? person.cookie : person.headers;
    },
    accountIds: () => people.map(({ accountId }) => accountId),
    async renewPeople() {
      const joined: SignedIn[] = [];
      for (const { realm, role } of who) {
        const whose = realm === 'partner' && partner !== undefined ? { partnerId: partner.partnerId } : {};
        joined.push(await signIn(database, { realm, role, ...whose }));
      }
      people = joined;
    },
  };
}

/** Adds a receiver with a few deliveries to test and replay; returns certificates that can be registered. */
export async function preparePartner(api: TestApi, { owner }: TestDatabase, admin: SignedIn): Promise<string[]> {
  await register(api, admin);
  const stored = { partnerId: api.partner.partnerId, count: 20, from: new Date(Date.now() - 60_000) };
  await storeDeliveries(owner, await storeEvents(owner, stored));
  return Promise.all([1, 2, 3, 4].map(async () => (await makeCertificate()).pem));
}
