// Declares routes. Path, query, body and answer of a declaration type its handler: one that reads a parameter that the
// path does not have, or answers with another shape than declared, does not compile. Requests are parsed only here,
// inside the transaction and right before the handler, so that missing access is reported first.
import { documentFileSchema, listFileSchema, type Warning } from '@onboarding/contract';
import { DomainError, type PartnerPerson, type StaffPerson } from '@onboarding/domain';
import type { UserSession } from '@onboarding/domain/accounts';
import type { DocumentFile } from '@onboarding/domain/documents';
import type { Operator } from '@onboarding/domain/operations';
import type { StaffReader } from '@onboarding/domain/staff-reads';
import type { DocumentLook } from '@onboarding/domain/uploads';
import type { Tx } from '@onboarding/platform/postgres';
import { z } from 'zod';
import type { Body } from './body.ts';
import type { Cell } from './csv.ts';
import { readQuery } from './query.ts';
import type {
  Batch,
  ExportRoute,
  FileRoute,
  Handler,
  JsonRoute,
  Prepared,
  Received,
  Reply,
  SessionCaller,
  SessionRoute,
  TokenCaller,
  TokenRoute,
  WebhookUrls,
} from './route.ts';
import { SURFACES } from './surface.ts';

/** The names in a path: those of '/packages/{customerId}/people/{uboId}' are 'customerId' and 'uboId'. */
type ParamsIn<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | ParamsIn<Rest> : never;

type NoQuery = z.ZodObject<Record<never, never>>;

/** The parsed request. */
interface Input<P extends string, Q extends z.ZodObject, B> {
  params: Readonly<Record<ParamsIn<P>, string>>;
  query: z.output<Q>;
  body: B;
}

/** The input of the answer's schema, with read-only values allowed. */
type Answer<T> = T extends readonly (infer E)[]
  ? readonly Answer<E>[]
  : T extends object
    ? { readonly [K in keyof T]: Answer<T[K]> }
    : T;

interface Shape<P extends string, Q extends z.ZodObject, B, A extends z.ZodType> {
  path: P;
  query?: Q;
  body?: Body<B>;
  answer: { schema: A; example: unknown };
}

type Declaration<R, C, P extends string, Q extends z.ZodObject, B, A extends z.ZodType> = Omit<
  R,
  keyof Shape<P, Q, B, A> | 'prepare' | 'vet' | 'handler'
> &
  Shape<P, Q, B, A> & { handler: Handler<C & Input<P, Q, B>, Answer<z.input<A>>> };

/** For a partner's machines, with a token. */
export function tokenRoute<const P extends string, A extends z.ZodType, Q extends z.ZodObject = NoQuery, B = undefined>(
  route: Declaration<Omit<TokenRoute, 'surface'>, TokenCaller, P, Q, B, A> & {
    prepare?: (call: TokenCaller & Input<P, Q, B>, documentLook: DocumentLook) => Promise<Prepared>;
  },
): TokenRoute {
  const { prepare, handler, ...rest } = route;
  return {
    ...rest,
    surface: SURFACES.partner,
    ...(prepare === undefined
      ? {}
      : { prepare: async (call, look) => prepare({ ...call, ...readInput(route, call).input }, look) }),
    handler: handling(route, handler, (call: TokenCaller) => call),
  };
}

type SessionDeclaration<C, P extends string, Q extends z.ZodObject, B, A extends z.ZodType> = Declaration<
  JsonRoute,
  C,
  P,
  Q,
  B,
  A
> &
  Pick<JsonRoute, 'prepare'> & { vet?: (webhookUrls: WebhookUrls, body: B) => Promise<void> };

/** For a person of either realm, about their own session. */
export function sessionRoute<
  const P extends string,
  A extends z.ZodType,
  Q extends z.ZodObject = NoQuery,
  B = undefined,
>(route: Omit<SessionDeclaration<SessionCaller, P, Q, B, A>, 'surface'>): SessionRoute {
  return userRoute({ ...route, surface: SURFACES.session }, (call) => call);
}

type PartnerCaller = SessionCaller & {
  person: PartnerPerson;
  partner: NonNullable<UserSession['partner']>;
  clientId: string;
};

/** For a partner's users. */
export function dashboardRoute<
  const P extends string,
  A extends z.ZodType,
  Q extends z.ZodObject = NoQuery,
  B = undefined,
>(route: Omit<SessionDeclaration<PartnerCaller, P, Q, B, A>, 'surface' | 'realm'>): SessionRoute {
  return userRoute({ ...route, surface: SURFACES.dashboard, realm: 'partner' }, asPartner);
}

/** The realm of the session was already checked against the route's. */
function asPartner(call: SessionCaller): PartnerCaller {
  const { person, partner } = call.session;
  if (person.realm !== 'partner' || partner === null) throw new DomainError('Partner.NotAuthenticated');
  return { ...call, person, partner, clientId: partner.clientId };
}

type StaffCaller = SessionCaller & {
  person: StaffPerson;
  /** The person and their IP address, for the record of reads. */
  reader: StaffReader;
};

/** For our staff, with the analysts' database role. */
export function complianceRoute<
  const P extends string,
  A extends z.ZodType,
  Q extends z.ZodObject = NoQuery,
  B = undefined,
>(route: Omit<SessionDeclaration<StaffCaller, P, Q, B, A>, 'surface' | 'realm' | 'connection'>): SessionRoute {
  const staff = { surface: SURFACES.compliance, realm: 'staff', connection: 'staff' } as const;
  return userRoute({ ...route, ...staff }, asStaff);
}

type FileDeclaration<C, P extends string> = Pick<
  FileRoute,
  'operationId' | 'summary' | 'description' | 'roles' | 'errors'
> &
  Pick<FileRoute['file'], 'types' | 'missing'> & {
    path: P;
    find: (tx: Tx, call: C & FileInput<P>) => Promise<DocumentFile>;
    record: (tx: Tx, call: C & FileInput<P>, sent: { opened: boolean }) => Promise<void>;
  };

type FileInput<P extends string> = Pick<Input<P, NoQuery, undefined>, 'params'>;

/** For our staff: the bytes of a file, shown in the console. */
export function complianceFile<const P extends string>(route: FileDeclaration<StaffCaller, P>): SessionRoute {
  const staff = { surface: SURFACES.compliance, realm: 'staff', connection: 'staff' } as const;
  return { ...fileRoute(route, 'inline', asStaff), ...staff };
}

/** For a partner's users: the bytes of a file, for download. */
export function dashboardFile<const P extends string>(route: FileDeclaration<PartnerCaller, P>): SessionRoute {
  return { ...fileRoute(route, 'attachment', asPartner), surface: SURFACES.dashboard, realm: 'partner' };
}

function fileRoute<C, P extends string>(
  { types, missing, find, record, ...rest }: FileDeclaration<C, P>,
  disposition: FileRoute['file']['disposition'],
  asCaller: (call: SessionCaller) => C,
): Omit<FileRoute, 'surface' | 'realm' | 'connection'> {
  const inputOf = (call: SessionCaller & Received) => ({
    ...asCaller(call),
    params: call.params as FileInput<P>['params'],
  });
  return {
    ...rest,
    method: 'GET',
    writes: false,
    answer: { schema: documentFileSchema, example: undefined },
    file: {
      types,
      missing,
      disposition,
      find: (tx, call) => find(tx, inputOf(call)),
      record: (tx, call, sent) => record(tx, inputOf(call), sent),
    },
  };
}

/** The heading of each column, and its cell. */
type Columns<Row> = Readonly<Record<string, (row: Row) => Cell>>;

interface ExportDeclaration<Q extends z.ZodObject, Row>
  extends Pick<ExportRoute, 'path' | 'operationId' | 'summary' | 'description' | 'roles' | 'errors'>,
    Pick<ExportRoute['export'], 'list'> {
  query: Q;
  told: readonly (keyof z.output<Q> & string)[];
  columns: Columns<Row>;
  read: (
    tx: Tx,
    call: PartnerCaller & { query: z.output<Q> },
    batch: Batch,
  ) => Promise<{ items: readonly Row[]; nextCursor: string | null }>;
}

/** For a partner's users: everything that a list's filters match, as CSV. */
export function dashboardExport<Q extends z.ZodObject, Row>({
  list,
  told,
  columns,
  read,
  ...rest
}: ExportDeclaration<Q, Row>): SessionRoute {
  const filtersOf = ({ query }: Received) => readQuery(rest.query, query);
  const cells = Object.values(columns);
  return {
    ...rest,
    method: 'GET',
    surface: SURFACES.dashboard,
    realm: 'partner',
    writes: false,
    answer: { schema: listFileSchema, example: undefined },
    export: {
      list,
      headings: Object.keys(columns),
      told,
      filtersOf,
      async read(tx, call, batch) {
        const { items, nextCursor } = await read(tx, { ...asPartner(call), query: filtersOf(call) }, batch);
        return { rows: items.map((row) => cells.map((cell) => cell(row))), nextCursor };
      },
    },
  };
}

type OperatorCaller = SessionCaller & {
  /** The person and their IP address, for the record of operators' actions. */
  operator: Extract<Operator, { kind: 'StaffPerson' }>;
};

/** For our operators, with a database role that cannot read customers. Every change needs a fresh second factor. */
export function operationsRoute<
  const P extends string,
  A extends z.ZodType,
  Q extends z.ZodObject = NoQuery,
  B = undefined,
>(
  route: Omit<
    SessionDeclaration<OperatorCaller, P, Q, B, A>,
    'surface' | 'realm' | 'connection' | 'roles' | 'stepUp' | 'writes'
  >,
): SessionRoute {
  const writes = route.method !== 'GET';
  const operators = {
    surface: SURFACES.operations,
    realm: 'staff',
    connection: 'operations',
    roles: ['operator'],
    writes,
    ...(writes ? { stepUp: true } : {}),
    errors: [...route.errors, 'Operations.NotConfigured'],
  } as const;
  return userRoute({ ...route, ...operators }, asOperator);
}

function asOperator(call: SessionCaller): OperatorCaller {
  return { ...call, operator: { kind: 'StaffPerson', ...asStaff(call).reader } };
}

function asStaff(call: SessionCaller): StaffCaller {
  const { person } = call.session;
  if (person.realm !== 'staff') throw new DomainError('Partner.NotAuthenticated');
  return { ...call, person, reader: { person, address: call.address } };
}

function userRoute<C, P extends string, A extends z.ZodType, Q extends z.ZodObject, B>(
  route: SessionDeclaration<C, P, Q, B, A>,
  asCaller: (call: SessionCaller) => C,
): SessionRoute {
  const { vet, body, handler, ...rest } = route;
  return {
    ...rest,
    ...(body === undefined ? {} : { body }),
    ...(vet === undefined || body === undefined
      ? {}
      : { vet: async (webhookUrls, sent) => vet(webhookUrls, body.read(sent).body) }),
    handler: handling(route, handler, asCaller),
  };
}

/** The handler as the route table stores it, without its own types. */
function handling<D, C, P extends string, Q extends z.ZodObject, B, A extends z.ZodType>(
  shape: Shape<P, Q, B, A>,
  handler: Handler<C & Input<P, Q, B>, Answer<z.input<A>>>,
  asCaller: (call: D) => C,
): Handler<D & Received> {
  return async (tx, call): Promise<Reply> => {
    const caller = asCaller(call);
    const { input, warnings } = readInput(shape, call);
    return { warnings, ...(await handler(tx, { ...caller, ...input })) };
  };
}

const NO_QUERY = z.object({});

function readInput<P extends string, Q extends z.ZodObject, B, A extends z.ZodType>(
  { query: schema, body: declared }: Shape<P, Q, B, A>,
  { params, query, body }: Received,
): { input: Input<P, Q, B>; warnings: Warning[] } {
  const read = declared?.read(body);
  // The only cast: the router provides exactly the parameters in the path, and if no query or body is declared, Q and B have
  // their empty defaults.
  const input = {
    params,
    query: readQuery(schema ?? NO_QUERY, query),
    body: read?.body,
  } as Input<P, Q, B>;
  return { input, warnings: read?.warnings ?? [] };
}
