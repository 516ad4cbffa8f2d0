// What an entry of a route table says, and what its handler gets and returns.
import type { ErrorCode, PartnerRole, RawBody, Realm, Scope, StaffRole, Warning } from '@onboarding/contract';
import type { ClientActor, Context } from '@onboarding/domain';
import type { PersonSession, SessionPlace } from '@onboarding/domain/accounts';
import type { DocumentFile } from '@onboarding/domain/documents';
import type { LookedFor } from '@onboarding/domain/profiles';
import type { Catalogue } from '@onboarding/domain/requirements';
import type { DocumentLook } from '@onboarding/domain/uploads';
import type { Tx } from '@onboarding/platform/postgres';
import type { Guard } from '@onboarding/platform/safe-http';
import type { z } from 'zod';
import type { Body } from './body.ts';
import type { Surface } from './surface.ts';

/** A request before it is parsed. */
export interface Received {
  params: Record<string, string>;
  query: unknown;
  body: RawBody;
}

/** A partner's machine that calls, with what its handler needs. */
export interface TokenCaller {
  context: Context;
  actor: ClientActor;
  catalogue: Catalogue;
  /** The If-Match header as sent. */
  ifMatch: string | undefined;
  /** Documents that were looked for before the transaction; set by the route's `prepare`. */
  lookedFor?: LookedFor;
}

/** Where partners get their tokens, as shown to their users. */
export interface TokenAddresses {
  issuer: string;
  tokenEndpoint: string;
}

/** How many requests of a partner's machines are accepted per second; undefined: of one without limits of its own. */
export type LimitsOf = (
  partnerId: string | undefined,
) => Promise<Record<'readsPerSecond' | 'writesPerSecond' | 'uploadLinksPerSecond', number>>;

/** Where the users of a realm sign in, as far as a request needs it. */
export interface SignInSite {
  realm: Realm;
  /** Where browsers reach the site, and the API below it. */
  origin: string;
  /** The provider where people sign in; links in invitations lead there. */
  issuer: string;
  /** What its sessions say about it. */
  place: SessionPlace;
  /** Tries to discover the provider. Never fails. */
  discover(): Promise<void>;
  /** Where the browser ends its sign-in with the provider; the site itself while the provider is unknown. */
  endSessionUrl(): string;
}

/** A signed-in person who calls, with what the handler needs. */
export interface SessionCaller {
  context: Context;
  session: PersonSession;
  /** The cookie's value, for ending this session. */
  sessionValue: string;
  /** The IP address of the request, as we or our own proxy saw it. */
  address: string;
  site: SignInSite;
  tokenAddresses: TokenAddresses;
  limitsOf: LimitsOf;
}

/** Asks the network whether a URL leads to a receiver on the public internet. */
export type WebhookUrls = Pick<Guard, 'check'>;

export interface Reply<V = unknown> {
  value: V;
  /** Defaults to those of the body and of the query. */
  warnings?: Warning[];
  headers?: Record<string, string>;
}

/** Runs inside the one transaction of its request, as the caller. */
export type Handler<C, V = unknown> = (tx: Tx, call: C) => Promise<Reply<V>>;

/** An operation that will be withdrawn. Dates are written YYYY-MM-DD and mean the beginning of the day, UTC. */
export interface Deprecation {
  since: string;
  /** When it will be withdrawn; callers have at least 180 days. */
  sunset: string;
  /** The path that takes its place, below /api. */
  successor: string;
}

/** The database role of a handler: that of one partner, that of our analysts, or that of our operators. */
type Connection = 'partner' | 'staff' | 'operations';

interface Operation {
  surface: Surface;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  /** As the specification writes it, below /api, with {name} for a parameter. */
  path: string;
  operationId: string;
  summary: string;
  description: string;
  /** Defaults to that of one partner. */
  connection?: Connection;
  /** Whether the handler writes; a reading one gets a read-only transaction. */
  writes: boolean;
  query?: z.ZodObject;
  /** Gives no warning about unknown query parameters, because it was published without one. */
  silentAboutParameters?: boolean;
  body?: Body<unknown>;
  answer: { schema: z.ZodType; example: unknown };
  /** Beyond those that every operation can answer with. */
  errors: readonly ErrorCode[];
  /** For codes whose status differs from the catalogue. */
  statuses?: Partial<Record<ErrorCode, number>>;
  deprecated?: Deprecation;
  /** Whether the answer has an ETag, so that a caller who holds it already gets 304. */
  conditional?: boolean;
}

/** What a partner's requests are counted by, each kind separately. */
export type LimitClass = 'reads' | 'writes' | 'upload-links';

/** For machines, which come with a token. */
export interface TokenRoute extends Operation {
  scope: Scope;
  /** Only where the operation can be repeated safely with an Idempotency-Key. */
  idempotent?: boolean;
  /** By default GET reads and everything else writes. */
  limitClass?: LimitClass;
  /** Writes no event, so the dispatcher need not be notified. */
  silent?: boolean;
  /** What must be asked of storage and scanner, before the transaction; it becomes part of the call. */
  prepare?: (call: TokenCaller & Received, lookForDocuments: DocumentLook) => Promise<Pick<TokenCaller, 'lookedFor'>>;
  handler: Handler<TokenCaller & Received>;
}

/** For people, who come with a session. */
interface SessionOperation extends Operation {
  realm: Realm;
  roles: readonly (PartnerRole | StaffRole)[];
  /** Whether a second factor must have been shown within the last minutes. */
  stepUp?: boolean;
  /** Also for users of a partner that may not work at the moment: to see who they are, and to sign out. */
  anyStanding?: boolean;
}

/** Answers with JSON. */
export interface JsonRoute extends SessionOperation {
  /** What must be fetched from elsewhere, before the transaction. */
  prepare?: (site: SignInSite) => Promise<void>;
  /** What must be asked of the network about the body, before the transaction; only for a caller who was admitted. */
  vet?: (webhookUrls: WebhookUrls, body: RawBody) => Promise<void>;
  handler: Handler<SessionCaller & Received>;
}

/** Answers with the bytes of a file. */
export interface FileRoute extends SessionOperation {
  method: 'GET';
  file: {
    /** The media types that it can have. */
    types: readonly string[];
    /** Whether a browser that is led there would show it or save it. */
    disposition: 'inline' | 'attachment';
    /** The answer if the storage does not have what was recorded. */
    missing: ErrorCode;
    /** In the first transaction; shows nothing, so it records nothing. */
    find: (tx: Tx, call: SessionCaller & Received) => Promise<DocumentFile>;
    /** In the second, after the first bytes have left and before the last. `opened`: they are the beginning of the file. */
    record: (tx: Tx, call: SessionCaller & Received, sent: { opened: boolean }) => Promise<void>;
  };
}

export type SessionRoute = JsonRoute | FileRoute;
export type Route = TokenRoute | SessionRoute;
