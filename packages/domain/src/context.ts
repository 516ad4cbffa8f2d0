import type { PartnerRole, StaffRole } from '@onboarding/contract';
import type { KeyRing } from '@onboarding/platform/crypto';
import type { Clock } from '@onboarding/platform/ids';
import type { Jobs } from '@onboarding/platform/jobs';
import type { Logger } from '@onboarding/platform/logger';
import type { Db } from '@onboarding/platform/postgres';
import type { ObjectStore } from '@onboarding/platform/s3';
import type { CatalogueSource } from './requirements/index.ts';

/** The domain's dependencies, built once by each app's main.ts. */
export interface Context {
  db: Db;
  jobs: Jobs;
  clock: Clock;
  keys: KeyRing;
  logger: Logger;
  catalogue: CatalogueSource;
  storage: ObjectStore;
  /** Whether an analyst must open the documents of a package before approving it. */
  openedDocuments: boolean;
  /** The maximum number of document bytes that a partner may upload per day. */
  uploadBytesPerDay: number;
}

/** A partner's machine. */
export interface ClientActor {
  kind: 'Client';
  partnerId: string;
  clientId: string;
  requestId: string;
}

/** A user of a partner. */
export interface PartnerPerson {
  kind: 'PartnerPerson';
  realm: 'partner';
  partnerId: string;
  accountId: string;
  role: PartnerRole;
  requestId: string;
}

/** A member of our staff. */
export interface StaffPerson {
  kind: 'StaffPerson';
  realm: 'staff';
  accountId: string;
  role: StaffRole;
  requestId: string;
}

export type Person = PartnerPerson | StaffPerson;

/** A process of the service that acts for a partner, for example to confirm an upload. */
export interface ServiceActor {
  kind: 'Service';
  partnerId: string;
  serviceName: 'api' | 'worker';
  /** Generated; used in logs, events and the audit trail like that of a request. */
  requestId: string;
}

/** An operator who runs a command for an action without a route. */
export interface OperatorActor {
  kind: 'Operator';
  partnerId: string;
  operatorName: string;
  requestId: string;
}

/** A member of our staff who works on a customer of this partner. */
export interface StaffActor extends StaffPerson {
  partnerId: string;
}

/** Everyone who can change a customer. */
export type ChangingActor = ClientActor | PartnerPerson | ServiceActor | StaffActor | OperatorActor;

/** Everyone who reads for a partner: its machines and its users. */
export type PartnerReader = ClientActor | PartnerPerson;
