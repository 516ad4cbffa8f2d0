// A partner and our staff over real processes: an API, a worker that screens, flags and checks documents, a storage and
// a scanner.
import type { PackageRecord } from '@onboarding/contract';
import { freePort } from '../../scripts/free-port.ts';
import { validAddress, validBody, validIdentity, validPerson } from '../harness/bodies.ts';
import { cloneDatabase, type TestDatabase, type TestPartner } from '../harness/database.ts';
import { pdfOf } from '../harness/files.ts';
import { insistOn } from '../harness/insist.ts';
import { EVENTS_SECRET, storageEnvironment } from '../harness/no-storage.ts';
import { until } from '../harness/patience.ts';
import { runApi, runIssuer } from '../harness/process.ts';
import { startScanner, startStorage } from '../harness/servers/storage.ts';
import { type SignedIn, signIn } from '../harness/session.ts';
import { ORIGINS } from '../harness/values.ts';
import { type RunningWorker, runWorker } from '../harness/worker.ts';

export interface Answered<T> {
  status: number;
  value: T;
  code: string;
  text: string;
}

export const outcome = ({ status, code }: Answered<unknown>) => `${status} ${code}`.trim();

export interface ReviewScene {
  database: TestDatabase;
  partner: TestPartner;
  asPartner<T>(method: string, path: string, body?: unknown): Promise<Answered<T>>;
  as<T>(person: SignedIn, method: string, path: string, body?: unknown): Promise<Answered<T>>;
  /** Reads the file of a document to its end; returns the status. */
  openDocument(person: SignedIn, customerId: string, documentId: string): Promise<number>;
  /** Replaces the worker with one that uses another provider. */
  screenWith(environment: Record<string, string>): Promise<void>;
  /** Creates a unique business; returns its id. */
  create(overrides?: Record<string, unknown>): Promise<string>;
  package(customerId: string): Promise<PackageRecord>;
  /** Waits until it is screened and flagged. */
  looked(customerId: string): Promise<void>;
  /** Uploads a document and waits for its check; returns its id. */
  upload(customerId: string): Promise<string>;
  ada: SignedIn;
  ben: SignedIn;
  close(): Promise<void>;
}

let numbers = 0;

export async function openReviewScene(): Promise<ReviewScene> {
  const database = await cloneDatabase();
  const partner = await database.addPartner();
  const issuer = await runIssuer();
  const port = await freePort();
  const eventsTo = `http://127.0.0.1:${port}/api/storage/v1/events?token=${encodeURIComponent(EVENTS_SECRET)}`;
  const [storage, scanner] = await Promise.all([startStorage(eventsTo), startScanner()]);
  const runTheWorker = (environment: Record<string, string>): Promise<RunningWorker> =>
    runWorker({
      database,
      smtpUrl: 'smtp://127.0.0.1:9',
      environment: {
        ...storageEnvironment(storage.options),
        CLAMD_PORT: String(scanner.port),
        WORKER_ROLES: 'reviews,screening,documents',
        ...environment,
      },
    });
  const api = await runApi({
    databaseUrl: database.appUrl,
    issuerUrl: issuer.url,
    port,
    environment: {
      ...storageEnvironment(storage.options),
      STORAGE_EVENTS_SECRET: EVENTS_SECRET,
      PORTAL_URL: ORIGINS.partner,
      PORTAL_CLIENT_SECRET: 'portal secret for tests, long enough',
      CONSOLE_URL: ORIGINS.staff,
      CONSOLE_CLIENT_SECRET: 'console secret for tests, long enough',
      STAFF_DATABASE_URL: database.staffUrl,
    },
  });
  let worker = await runTheWorker({ SCREENING_PROVIDER: 'builtin' });
  const ada = await signIn(database, { realm: 'staff' });
  const ben = await signIn(database, { realm: 'staff' });

  async function ask<T>(method: string, path: string, headers: Record<string, string>, body?: unknown) {
    const answer = await insistOn(() =>
      fetch(`${api.url}/api${path}`, {
        method,
        headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
    const text = await answer.text();
    const { value, error } = JSON.parse(text) as { value: T; error?: { code: string } | null };
    return { status: answer.status, value, code: error?.code ?? '', text };
  }
  const scene: ReviewScene = {
    database,
    partner,
    ada,
    ben,
    asPartner: async (method, path, body) =>
      ask(method, `/partner/v1${path}`, { authorization: `Bearer ${await issuer.issuer.token(partner)}` }, body),
    as: (person, method, path, body) => ask(method, `/compliance/v1${path}`, person.headers, body),
    async openDocument(person, customerId, documentId) {
      const url = `${api.url}/api/compliance/v1/packages/${customerId}/documents/${documentId}/file`;
      const answer = await fetch(url, { headers: person.headers });
      await answer.arrayBuffer();
      return answer.status;
    },
    async screenWith(environment) {
      await worker.stop();
      worker = await runTheWorker(environment);
    },
    async create(overrides = {}) {
      const identities = [{ ...validIdentity(), identityValue: `60606${String(++numbers).padStart(6, '0')}` }];
      const created = await scene.asPartner<{ customerId: string }>(
        'POST',
        '/business-profiles',
        validBody({
          companyName: crypto.randomUUID(),
          registrationNumber: crypto.randomUUID().slice(0, 8),
          businessPersonList: [validPerson({ address: validAddress(), identities })],
          ...overrides,
        }),
      );
      if (created.status !== 200) throw new Error(created.text);
      return created.value.customerId;
    },
    package: async (customerId) => (await scene.as<PackageRecord>(ada, 'GET', `/packages/${customerId}`)).value,
    async looked(customerId) {
      const done = async () => {
        const { screeningPending, flagsPending } = await scene.package(customerId);
        return !screeningPending && !flagsPending;
      };
      await until(done, 'it is screened and flagged');
    },
    async upload(customerId) {
      const link = await scene.asPartner<{ documentId: string; uploadUrl: string; headers: Record<string, string> }>(
        'POST',
        `/business-profiles/${customerId}/documents/upload-link`,
        { documentCategory: 'BankStatement', contentType: 'application/pdf' },
      );
      const { documentId, uploadUrl, headers } = link.value;
      const stored = await fetch(uploadUrl, { method: 'PUT', headers, body: new Uint8Array(pdfOf(documentId)) });
      if (stored.status !== 200) throw new Error(`The storage answered ${stored.status}`);
      const arrived = async () => {
        const { documents } = await scene.package(customerId);
        return documents.some((one) => one.documentId === documentId && one.status === 'Confirmed');
      };
      await until(arrived, 'the document is confirmed');
      return documentId;
    },
    async close() {
      await worker.stop();
      await api.stop();
      await Promise.all([scanner.close(), storage.close(), issuer.close()]);
      await database.close();
    },
  };
  return scene;
}

/** Opens every document of the package, as an approver must. */
async function openDocuments(scene: ReviewScene, person: SignedIn, customerId: string): Promise<void> {
  for (const { documentId, status } of (await scene.package(customerId)).documents) {
    if (status !== 'Confirmed') continue;
    const opened = await scene.openDocument(person, customerId, documentId);
    if (opened !== 200) throw new Error(`The file of a document: ${opened}`);
  }
}

/** By two analysts; returns the decision's id. */
export async function propose(scene: ReviewScene, customerId: string, decision: 'Approve' | 'Reject'): Promise<string> {
  const reasons = decision === 'Approve' ? [] : [{ code: 'Business.NotAcceptable' }];
  if (decision === 'Approve') await openDocuments(scene, scene.ada, customerId);
  const { evidenceVersion: seenVersion } = await scene.package(customerId);
  const body = { seenVersion, outcome: decision, reasons };
  const proposed = await scene.as<{ decisionId: string }>(scene.ada, 'POST', `/packages/${customerId}/decisions`, body);
  if (proposed.status !== 200) throw new Error(proposed.text);
  return proposed.value.decisionId;
}

export async function confirm(scene: ReviewScene, customerId: string, decisionId: string) {
  await openDocuments(scene, scene.ben, customerId);
  const { evidenceVersion: seenVersion } = await scene.package(customerId);
  return scene.as(scene.ben, 'POST', `/packages/${customerId}/decisions/${decisionId}/confirm`, { seenVersion });
}

export const claim = (scene: ReviewScene, customerId: string) =>
  scene.as(scene.ada, 'POST', `/packages/${customerId}/claim`);

/** Records for every hit that it is not the same; otherwise nothing can be approved. */
export async function dismissHits(scene: ReviewScene, customerId: string): Promise<void> {
  const { screenings } = await scene.package(customerId);
  for (const { screeningId, hits } of screenings) {
    for (const { entityId, listName } of hits ?? []) {
      const path = `/packages/${customerId}/screenings/${screeningId}/hits/${entityId}/finding`;
      const judged = await scene.as(scene.ada, 'POST', path, { listName, finding: 'NotTheSame' });
      if (judged.status !== 200) throw new Error(judged.text);
    }
  }
}

export async function approve(scene: ReviewScene, customerId: string): Promise<void> {
  await scene.looked(customerId);
  const answers = [await claim(scene, customerId)];
  answers.push(await confirm(scene, customerId, await propose(scene, customerId, 'Approve')));
  const refused = answers.find(({ status }) => status !== 200);
  if (refused !== undefined) throw new Error(refused.text);
}
