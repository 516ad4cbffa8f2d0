// The entries of a route table, and the input and output of their handlers.
import type {
  ErrorCode,
  ExportedList,
  PartnerRole,
  RawBody,
  Realm,
  Scope,
  StaffRole,
  Warning,
} from '@onboarding/contract';
import type { ClientActor, Context } from '@onboarding/domain';
import type { SessionPlace, UserSession } from '@onboarding/domain/accounts';
import type { DocumentFile } from '@onboarding/domain/documents';
import type { LookedFor } from '@onboarding/domain/profiles';
import type { Catalogue } from '@onboarding/domain/requirements';
import type { DocumentLook } from '@onboarding/domain/uploads';
import type { Tx } from '@onboarding/platform/postgres';
import type { Guard } from '@onboarding/platform/safe-http';
import type { z } from 'zod';
import type { Body } from './body.ts';
import type { Cell } from './csv.ts';
import type { Surface } from './surface.ts';

/** A request before it is parsed. */
export interface Received {
  params: Record<string, string>;
  query: unknown;
  body: RawBody;
}

/** A calling machine of a partner, with what the handler needs. */
export interface TokenCaller {
  context: Context;
  actor: ClientActor;
  catalogue: Catalogue;
  /** The If-Match header as sent. */
  ifMatch: string | undefined;
  /** Documents that were checked before the transaction; set by the route's `prepare`. */
  lookedFor?: LookedFor;
  /** Upload links that were found to be used before the transaction; likewise. */
  usedLinks?: readonly string[];
}

/** What a route finds out before its transaction. */
export type Prepared = Pick<TokenCaller, 'lookedFor' | 'usedLinks'>;

/** Where partners get their tokens, as shown to their users. */
export interface TokenAddresses {
  issuer: string;
  tokenEndpoint: string;
}

/** The limits per second of a partner's machines; undefined means a partner with the default limits. */
export type LimitsOf = (
  partnerId: string | undefined,
) => Promise<Record<'readsPerSecond' | 'writesPerSecond' | 'uploadLinksPerSecond', number>>;

/** Where the users of a realm sign in, as far as a request needs it. */
export interface SignInSite {
  realm: Realm;
  /** Where browsers reach the site, and the API below it. */
  origin: string;
  /** The provider where users sign in, which serves the links in invitations. */
  issuer: string;
  /** The description of the site in its sessions. */
  place: SessionPlace;
  /** Tries to discover the provider. Never fails. */
  discover(): Promise<void>;
  /** Where the browser signs out from the provider; the site itself while the provider is unknown. */
  endSessionUrl(): string;
}

/** A calling signed-in person, with what the handler needs. */
export interface SessionCaller {
  context: Context;
  session: UserSession;
  /** The cookie's value, for ending this session. */
  sessionValue: string;
  /** The caller's IP address, as seen by us or our own proxy. */
  address: string;
  site: SignInSite;
  tokenAddresses: TokenAddresses;
  limitsOf: LimitsOf;
}

/** Checks that a URL resolves to the public internet. */
export type WebhookUrls = Pick<Guard, 'check'>;

export interface Reply<V = unknown> {
  value: V;
  /** Defaults to those of the body and of the query. */
  warnings?: Warning[];
  headers?: Record<string, string>;
}

/** Runs inside the one transaction of its request, as the caller. */
export type Handler<C, V = unknown> = (tx: Tx, call: C) => Promise<Reply<V>>;

/** An operation that will be withdrawn. Dates are YYYY-MM-DD and mean the start of that day in UTC. */
export interface Deprecation {
  since: string;
  /** When it will be withdrawn; callers have at least 180 days. */
  sunset: string;
  /** The path that replaces it, below /api. */
  successor: string;
}

/** The database role of a handler: for one partner, for our analysts, or for our operators. */
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
  body?: Body<unknown>;
  answer: { schema: z.ZodType; example: unknown };
  /** In addition to those that every operation can return. */
  errors: readonly ErrorCode[];
  /** For codes whose status differs from the catalogue. */
  statuses?: Partial<Record<ErrorCode, number>>;
  deprecated?: Deprecation;
  /** Whether the response has an ETag, so that If-None-Match can get 304. */
  conditional?: boolean;
}

/** A partner's requests are counted separately per class. */
export type LimitClass = 'reads' | 'writes' | 'upload-links';

/** For machines, with a token. */
export interface TokenRoute extends Operation {
  scope: Scope;
  /** Only where the operation can be repeated safely with an Idempotency-Key. */
  idempotent?: boolean;
  /** By default GET reads and everything else writes. */
  limitClass?: LimitClass;
  /** Queries storage and scanner before the transaction; the result becomes part of the call. */
  prepare?: (call: TokenCaller & Received, documentLook: DocumentLook) => Promise<Prepared>;
  handler: Handler<TokenCaller & Received>;
}

/** For users, with a session. */
interface SessionOperation extends Operation {
  realm: Realm;
  roles: readonly (PartnerRole | StaffRole)[];
  /** Whether the second factor must have been used within the last minutes. */
  stepUp?: boolean;
  /** Also allowed for users of an inactive or unapproved partner: to see who they are, and to sign out. */
  anyStanding?: boolean;
}

/** Answers with JSON. */
export interface JsonRoute extends SessionOperation {
  /** Fetches external data before the transaction. */
  prepare?: (site: SignInSite) => Promise<void>;
  /** Network checks of the body before the transaction, only after the caller was admitted. */
  vet?: (webhookUrls: WebhookUrls, body: RawBody) => Promise<void>;
  handler: Handler<SessionCaller & Received>;
}

/** Answers with the bytes of a file. */
export interface FileRoute extends SessionOperation {
  method: 'GET';
  file: {
    /** The possible media types. */
    types: readonly string[];
    /** Whether a browser shows or saves the file. */
    disposition: 'inline' | 'attachment';
    /** The error if the storage does not have the recorded file. */
    missing: ErrorCode;
    /** Runs in the first transaction, which shows and records nothing. */
    find: (tx: Tx, call: SessionCaller & Received) => Promise<DocumentFile>;
    /**
     * Records that the file is being read. Runs in a transaction of its own, once the first bytes have been sent; the rest is sent
     * only after it has committed. `opened`: whether the first bytes sent are the beginning of the file.
     */
    record: (tx: Tx, call: SessionCaller & Received, sent: { opened: boolean }) => Promise<void>;
  };
}

/** Answers with a list as CSV, read in batches. */
export interface ExportRoute extends SessionOperation {
  method: 'GET';
  export: {
    list: ExportedList;
    headings: readonly string[];
    /** The filters whose values are recorded. */
    told: readonly string[];
    /** The parsed query; throws if it is invalid. */
    filtersOf: (call: SessionCaller & Received) => Readonly<Record<string, unknown>>;
    /** Reads one batch, in the order of the list. */
    read: (tx: Tx, call: SessionCaller & Received, batch: Batch) => Promise<ReadBatch>;
  };
}

export interface Batch {
  limit: number;
  cursor: string | undefined;
}

export interface ReadBatch {
  rows: readonly (readonly Cell[])[];
  /** Null after the last row. */
  nextCursor: string | null;
}

export type SessionRoute = JsonRoute | FileRoute | ExportRoute;
export type Route = TokenRoute | SessionRoute;
