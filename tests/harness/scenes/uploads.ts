// Shared by tests of uploads: a real storage, scanner and database.
import { buffer } from 'node:stream/consumers';
import {
  type ConfirmContext,
  confirmDocument,
  createCheckLimiter,
  createDocumentChecks,
} from '@onboarding/domain/uploads';
import { createScanner } from '@onboarding/platform/clamd';
import { createLogger } from '@onboarding/platform/logger';
import type { Db } from '@onboarding/platform/postgres';
import { type ObjectStore, openObjectStore } from '@onboarding/platform/s3';
import { startTestApi, type TestApi, type TestApiOptions } from '../api.ts';
import { keep } from '../artefacts.ts';
import { openTestDb } from '../connecting.ts';
import { cloneDatabase, type TestDatabase } from '../database.ts';
import { PATIENCE_MS } from '../patience.ts';
import { startScanner, startStorage, type TestScanner, type TestStorage } from '../servers/storage.ts';
import { type GivenLink, link } from './documents.ts';
import { type Customer, createCustomer, type Traces, tracesOf } from './updates.ts';

export interface DocumentScene {
  database: TestDatabase;
  api: TestApi;
  storage: TestStorage;
  scanner: TestScanner;
  store: ObjectStore;
  /** The worker's context. */
  context: ConfirmContext;
  /** Moves the clock of the checks. */
  ahead(minutes: number): void;
  confirm(document: { documentId: string }, changes?: Partial<ConfirmContext>): ReturnType<typeof confirmDocument>;
  reconcile(changes?: Partial<ConfirmContext>): Promise<string[]>;
  close(): Promise<void>;
}

/** With `openedDocuments: false`, a document that exists only in the database, without a file to open, may be approved. */
export async function openDocumentScene(options: Pick<TestApiOptions, 'openedDocuments'> = {}): Promise<DocumentScene> {
  const database = await cloneDatabase();
  const storage = await startStorage();
  const scanner = await startScanner();
  const api = await startTestApi(database, { ...options, storage: storage.options, scanner });
  const store = openObjectStore(storage.options);
  const db = openAsWorker(database);
  let aheadMs = 0;
  const context: ConfirmContext = {
    db,
    clock: { now: () => new Date(Date.now() + aheadMs) },
    keys: api.context.keys,
    storage: store,
    scanner: createScanner(scanner),
    inspector: api.inspector,
    limiter: createCheckLimiter(),
  };
  const logger = createLogger(
    { service: 'worker', level: 'debug' },
    { write: (line) => keep('logs', `${database.name}-worker.log`, line.trimEnd()) },
  );
  return {
    database,
    api,
    storage,
    scanner,
    store,
    context,
    ahead(minutes) {
      aheadMs = minutes * 60_000;
    },
    async confirm({ documentId }, changes = {}) {
      const partnerId = api.partner.partnerId;
      return confirmDocument({ ...context, ...changes }, { partnerId, documentId });
    },
    async reconcile(changes = {}) {
      const outcomes: string[] = [];
      const checks = createDocumentChecks({
        context: { ...context, logger, ...changes },
        signal: AbortSignal.timeout(PATIENCE_MS),
        onFailure: () => outcomes.push('Failed'),
        onConfirmation: ({ outcome }) => outcomes.push(outcome),
      });
      await checks.run();
      return outcomes.sort();
    },
    async close() {
      await api.close();
      await db.close();
      store.close();
      await Promise.all([storage.close(), scanner.close()]);
      await database.close();
    },
  };
}

function openAsWorker(database: TestDatabase): Db {
  return openTestDb(database.workerUrl, { poolSize: 10 });
}

export interface Issued extends GivenLink {
  customer: Customer;
  contentType: string;
  key: string;
  /** What was recorded before the upload. */
  before: Traces;
}

/** A link of a customer; defaults to a new customer. */
export async function issue(
  { api, database }: Pick<DocumentScene, 'api' | 'database'>,
  { customer, contentType = 'application/pdf' }: { customer?: Customer; contentType?: string } = {},
): Promise<Issued> {
  const owner = customer ?? (await createCustomer(api));
  const given = await link(api, owner, { documentCategory: 'BankStatement', contentType });
  const { object_key: key } = await rowOf(database, given);
  return { ...given, customer: owner, contentType, key, before: await tracesOf(database, owner) };
}

export async function upload({ uploadUrl, contentType }: Pick<Issued, 'uploadUrl' | 'contentType'>, bytes: Buffer) {
  const answer = await fetch(uploadUrl, {
    method: 'PUT',
    headers: { 'content-type': contentType },
    body: new Uint8Array(bytes),
  });
  if (answer.status !== 200) throw new Error(`The storage answered ${answer.status}`);
}

export async function rowOf({ owner }: Pick<TestDatabase, 'owner'>, { documentId }: { documentId: string }) {
  const { rows } = await owner.query('select * from documents where document_id = $1', [documentId]);
  return rows[0];
}

/** What happened to the customer since the link was issued. */
export async function changesSince(database: TestDatabase, { customer, before }: Issued) {
  const after = await tracesOf(database, customer);
  return {
    versions: after.version - before.version,
    events: after.events.slice(before.events.length),
    audit: after.audit.slice(before.audit.length),
    status: after.verification_status,
  };
}

/** What a reader of the current version gets; 404 if it is not there. */
export async function served({ store, database }: DocumentScene, issued: Issued): Promise<Buffer | 404> {
  const { version_id: versionId, kept_key: kept } = await rowOf(database, issued);
  const opened = await (kept === null ? store : store.kept).openVersion(kept ?? issued.key, versionId);
  return opened === undefined ? 404 : buffer(opened.bytes);
}
