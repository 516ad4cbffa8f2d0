// Storage of the OpenID provider: its own records, and the clients, which are the partners.
import { beginSignIn, useSignIn } from '@onboarding/domain/accounts';
import type { KeyRing } from '@onboarding/platform/crypto';
import type { Clock } from '@onboarding/platform/ids';
import type { Db, Tx } from '@onboarding/platform/postgres';
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import type { ClientSource } from '../tokens/clients.ts';
import {
  consumeRecord,
  findRecord,
  findRecordByUid,
  hashOf,
  removeGrant,
  removeRecord,
  saveRecord,
} from './record-store.ts';

export interface AdapterParts {
  db: Db;
  clock: Clock;
  keys: KeyRing;
  clients: ClientSource;
}

/** The maximum; a record with an earlier expiry ends earlier. */
const LONGEST_SECONDS = 14 * 3600;
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

export function createAdapter(parts: AdapterParts): (model: string) => Adapter {
  return (model) => {
    if (model === 'Client') return clientAdapter(parts.clients);
    // tokens/token-endpoint.ts records the use of an assertion together with the log of its request: the library's
    // find-then-save would accept concurrent requests with the same assertion.
    if (model === 'ReplayDetection') return unusedAdapter;
    return recordAdapter(model, parts, model === 'Session' ? signInCompanion(parts.clock) : undefined);
  };
}

/** Stores data with a record, or checks before one is returned. */
interface Companion {
  saved(tx: Tx, payload: AdapterPayload): Promise<void>;
  usable(tx: Tx, payload: AdapterPayload): Promise<boolean>;
}

function recordAdapter(model: string, parts: AdapterParts, companion?: Companion): Adapter {
  const { db, clock, keys } = parts;
  const boundTo = (hash: Buffer) => `oidc ${model} ${hash.toString('hex')}`;
  type Found = Awaited<ReturnType<typeof findRecord>>;
  function open(row: Found): AdapterPayload | undefined {
    if (row === undefined) return undefined;
    const payload: AdapterPayload = JSON.parse(
      keys.unseal('provider record', row.payload, boundTo(row.recordHash)).toString(),
    );
    return row.consumedAt === null ? payload : { ...payload, consumed: Math.floor(row.consumedAt.getTime() / 1000) };
  }
  const repeatable = { repeatable: true };
  const reading = { readOnly: companion === undefined, repeatable: true };
  const read = (find: (tx: Tx) => Promise<Found>) =>
    db.transaction(async (tx) => {
      const payload = open(await find(tx));
      const usable = payload === undefined || companion === undefined || (await companion.usable(tx, payload));
      return usable ? payload : undefined;
    }, reading);
  return {
    async upsert(id, payload, expiresIn) {
      const seconds = Math.min(expiresIn || LONGEST_SECONDS, LONGEST_SECONDS);
      const record = {
        model,
        id,
        accountId: UUID.test(payload.accountId ?? '') ? payload.accountId : undefined,
        grantId: payload.grantId,
        uid: payload.uid,
        payload: keys.seal('provider record', JSON.stringify(payload), boundTo(hashOf(id))),
        expiresAt: new Date(clock.now().getTime() + seconds * 1000),
      };
      await db.transaction(async (tx) => {
        await saveRecord(tx, record);
        await companion?.saved(tx, payload);
      }, repeatable);
    },
    find: (id) => read((tx) => findRecord(tx, model, id, clock.now())),
    findByUid: (uid) => read((tx) => findRecordByUid(tx, model, uid, clock.now())),
    async consume(id) {
      // Concurrent use is refused like repeated use.
      const first = await db.transaction((tx) => consumeRecord(tx, model, id, clock.now()));
      if (!first) throw new errors.InvalidGrant(`${model} was used before`);
    },
    destroy: (id) => db.transaction((tx) => removeRecord(tx, model, id), repeatable),
    revokeByGrantId: (grantId) => db.transaction((tx) => removeGrant(tx, grantId), repeatable),
    findByUserCode: async () => undefined,
  };
}

/** A session of the provider is valid only as long as its sign-in: once that has ended, the session is not found. */
function signInCompanion(clock: Clock): Companion {
  return {
    async saved(tx, { uid, accountId, amr, loginTs }) {
      if (uid === undefined || accountId === undefined || loginTs === undefined) return;
      // Reauthentication with only the second factor does not extend the sign-in.
      if (!amr?.includes('mfa')) return;
      await beginSignIn(tx, { providerHash: hashOf(uid), accountId }, new Date(loginTs * 1000), clock.now());
    },
    async usable(tx, { uid, accountId }) {
      if (accountId === undefined) return true;
      if (uid === undefined) return false;
      return (await useSignIn(tx, { providerHash: hashOf(uid), accountId }, clock.now())) !== undefined;
    },
  };
}

const unusedAdapter: Adapter = {
  upsert: async () => {},
  find: async () => undefined,
  findByUid: async () => undefined,
  findByUserCode: async () => undefined,
  consume: async () => {},
  destroy: async () => {},
  revokeByGrantId: async () => {},
};

function clientAdapter(clients: ClientSource): Adapter {
  return { ...unusedAdapter, find: (id) => clients.findMetadata(id) };
}
