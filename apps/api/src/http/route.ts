// What a line of a route table says, and what its handler gets and gives.
import type { ErrorCode, PartnerRole, Realm, Scope, StaffRole, Warning } from '@onboarding/contract';
import type { ClientActor, Context } from '@onboarding/domain';
import type { PersonSession } from '@onboarding/domain/accounts';
import type { LookedFor } from '@onboarding/domain/profiles';
import type { Catalogue } from '@onboarding/domain/requirements';
import type { DocumentLook } from '@onboarding/domain/uploads';
import type { Tx } from '@onboarding/platform/postgres';
import type { Guard } from '@onboarding/platform/safe-http';
import type { z } from 'zod';
import type { Site } from '../session/site.ts';

/** A call of a partner's machine. */
export interface Call {
  context: Context;
  actor: ClientActor;
  catalogue: Catalogue;
  params: Record<string, string>;
  /** As sent; read it with the route's schema (readQuery). */
  query: unknown;
  /** The If-Match header as sent. */
  ifMatch: string | undefined;
  body: unknown;
  /** Documents that were looked for before the transaction; only where the route's `prepare` says so. */
  lookedFor?: LookedFor;
}

/** Where partners get their tokens, as their people are told. */
export interface TokenAddresses {
  issuer: string;
  tokenEndpoint: string;
}

/** A call of a signed-in person. */
export interface SessionCall {
  context: Context;
  session: PersonSession;
  /** The cookie's value, for ending this very session. */
  sessionValue: string;
  /** From where the request came, as we or a proxy of ours saw it. */
  address: string;
  site: Site;
  tokenAddresses: TokenAddresses;
  params: Record<string, string>;
  query: unknown;
  body: unknown;
}

/** What is asked of the network about a body. */
export interface Vetting {
  webhookUrls: Pick<Guard, 'check'>;
  body: unknown;
}

export interface Reply {
  value: unknown;
  warnings?: Warning[];
  headers?: Record<string, string>;
}

/** Runs inside the one transaction of its request, as the calling partner. */
export type Handler<C = Call> = (tx: Tx, call: C) => Promise<Reply>;

/** An operation that will be withdrawn. Dates are written YYYY-MM-DD and mean the beginning of the day, UTC. */
export interface Deprecation {
  since: string;
  /** When it will be withdrawn; callers have at least 180 days. */
  sunset: string;
  /** The path that takes its place, below /api. */
  successor: string;
}

/** Whose rights a handler has in the database: those of the one partner, or those of our analysts. */
export type Connection = 'partner' | 'staff';

interface Operation {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  /** As the specification writes it, below /api, with {name} for a parameter. */
  path: string;
  operationId: string;
  summary: string;
  description: string;
  /** Unless said, that of the one partner. */
  connection?: Connection;
  /** Whether the handler writes; a reading one gets a read-only transaction. */
  writes: boolean;
  query?: z.ZodObject;
  body?: { schema: z.ZodType; example: unknown; malformed: ErrorCode };
  answer: { schema: z.ZodType; example: unknown };
  /** Beyond those that every operation can answer with. */
  errors: readonly ErrorCode[];
  /** Of codes that have another status here than in the catalogue. */
  statuses?: Partial<Record<ErrorCode, number>>;
  deprecated?: Deprecation;
  /** Whether the answer has an ETag, so that a caller who holds it already can be told so (304). */
  conditional?: boolean;
}

/** What a partner's requests are counted by, each kind apart. */
export type LimitClass = 'reads' | 'writes' | 'upload-links';

/** For machines, which come with a token. */
export interface TokenRoute extends Operation {
  scope: Scope;
  /** Only where the operation can be repeated safely with an Idempotency-Key. */
  idempotent?: boolean;
  /** Unless said, GET reads and everything else writes. */
  limitClass?: LimitClass;
  /** What it writes is no news for webhooks, so nobody is woken for it. */
  silent?: boolean;
  /** What must be asked of storage and scanner, before the transaction; it becomes part of the call. */
  prepare?: (call: Call, lookForDocuments: DocumentLook) => Promise<Pick<Call, 'lookedFor'>>;
  handler: Handler;
}

/** For people, who come with a session. */
export interface SessionRoute extends Operation {
  realm: Realm;
  roles: readonly (PartnerRole | StaffRole)[];
  /** Whether a second factor must have been shown within the last minutes. */
  stepUp?: boolean;
  /** Also for people of a partner that may not work at the moment: to see who they are, and to sign out. */
  anyStanding?: boolean;
  /** What must be fetched from elsewhere, before the transaction. */
  prepare?: (site: Site) => Promise<void>;
  /** What must be asked of the network about the body, before the transaction; only for a caller who was admitted. */
  vet?: (vetting: Vetting) => Promise<void>;
  handler: Handler<SessionCall>;
}

export type Route = TokenRoute | SessionRoute;
