import type { PartnerRole, StaffRole } from '@onboarding/contract';
import type { KeyRing } from '@onboarding/platform/crypto';
import type { Clock } from '@onboarding/platform/ids';
import type { Jobs } from '@onboarding/platform/jobs';
import type { Logger } from '@onboarding/platform/logger';
import type { Db } from '@onboarding/platform/postgres';
import type { CatalogueSource } from './requirements/index.ts';

/** What the domain needs of the outside world, built once by each app's main.ts. */
export interface Context {
  db: Db;
  jobs: Jobs;
  clock: Clock;
  keys: KeyRing;
  logger: Logger;
  catalogue: CatalogueSource;
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

/** Who is acting, for the partner wall, the audit trail and the correlation of events. */
export type Actor = ClientActor | Person;
