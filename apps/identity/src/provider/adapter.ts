// How the OpenID provider reads and writes: its own records, and the clients, which are the partners.
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

/** Kept longest: what says otherwise by its own expiry ends earlier. */
const LONGEST_SECONDS = 14 * 3600;
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

export function createAdapter(parts: AdapterParts): (model: string) => Adapter {
  return (model) => {
    if (model === 'Client') return clientAdapter(parts.clients);
    // The use of an assertion is written together with the log of its request, in tokens/token-endpoint.ts: the library's
    // own way, find and then save, lets one assertion through many times when it arrives many times at once.
    if (model === 'ReplayDetection') return unusedAdapter;
    return recordAdapter(model, parts, model === 'Session' ? signInCompanion(parts.clock) : undefined);
  };
}

/** Notes with a record, or asks before one is given out. */
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
      keys.unseal('provider record', row.payload, boundTo(row.record_hash)).toString(),
    );
    return row.consumed_at === null ? payload : { ...payload, consumed: Math.floor(row.consumed_at.getTime() / 1000) };
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
      // Twice at once is as forbidden as twice in a row.
      const first = await db.transaction((tx) => consumeRecord(tx, model, id, clock.now()));
      if (!first) throw new errors.InvalidGrant(`${model} was used before`);
    },
    destroy: (id) => db.transaction((tx) => removeRecord(tx, model, id), repeatable),
    revokeByGrantId: (grantId) => db.transaction((tx) => removeGrant(tx, grantId), repeatable),
    findByUserCode: async () => undefined,
  };
}

/** A session of the provider is worth as much as the sign-in behind it: once that has ended, it is not found any more. */
function signInCompanion(clock: Clock): Companion {
  return {
    async saved(tx, { uid, accountId, amr, loginTs }) {
      if (uid === undefined || accountId === undefined || loginTs === undefined) return;
      // The second factor alone, shown again, prolongs nothing.
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
