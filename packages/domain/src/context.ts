import type { PartnerRole, StaffRole } from '@onboarding/contract';
import type { KeyRing } from '@onboarding/platform/crypto';
import type { Clock } from '@onboarding/platform/ids';
import type { Jobs } from '@onboarding/platform/jobs';
import type { Logger } from '@onboarding/platform/logger';
import type { Db } from '@onboarding/platform/postgres';
import type { ObjectStore } from '@onboarding/platform/s3';
import type { CatalogueSource } from './requirements/index.ts';

/** What the domain needs of the outside world, built once by each app's main.ts. */
export interface Context {
  db: Db;
  jobs: Jobs;
  clock: Clock;
  keys: KeyRing;
  logger: Logger;
  catalogue: CatalogueSource;
  storage: ObjectStore;
}

/** A partner's machine. */
export interface ClientActor {
  kind: 'Client';
  partnerId: string;
  clientId: string;
  requestId: string;
}

/** A person who works for a partner. */
export interface PartnerPerson {
  kind: 'PartnerPerson';
  realm: 'partner';
  partnerId: string;
  accountId: string;
  role: PartnerRole;
  requestId: string;
}

/** A person who works for us. */
export interface StaffPerson {
  kind: 'StaffPerson';
  realm: 'staff';
  accountId: string;
  role: StaffRole;
  requestId: string;
}

export type Person = PartnerPerson | StaffPerson;

/** A process of ours that does something for a partner by itself, such as confirming what arrived. */
export interface ServiceActor {
  kind: 'Service';
  partnerId: string;
  serviceName: string;
  /** Made for the occasion: it goes into logs, events and the audit trail like that of a request. */
  requestId: string;
}

/** Somebody who runs the service and uses a command for what no route does. */
export interface OperatorActor {
  kind: 'Operator';
  partnerId: string;
  operatorName: string;
  requestId: string;
}

/** A person of ours who works on a customer of that partner. */
export interface StaffActor extends StaffPerson {
  partnerId: string;
}

/** Who is acting, for the partner wall, the audit trail and the correlation of events. */
export type Actor = ClientActor | ServiceActor | Person;

/** Whoever can change a customer. */
export type ChangingActor = ClientActor | ServiceActor | StaffActor | OperatorActor;
