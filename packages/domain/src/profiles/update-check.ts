// From the body of a PUT or PATCH to an update that may be saved, or to everything that is wrong with it. Pure. In two
// steps, so that the form of a body is judged before the customer is locked: what is stored is needed for the rest.
import {
  type BodyCheck,
  type BusinessProfilePatch,
  type BusinessProfilePut,
  businessProfilePatchSchema,
  businessProfilePutSchema,
  checkBody,
  inFieldOrder,
  LIMITS,
  mostWarnings,
  PATCH_NAMES,
  PUT_NAMES,
  problemAt,
  type Warning,
} from '@onboarding/contract';
import { isUuid } from '@onboarding/platform/ids';
import { refuse } from '../failure.ts';
import {
  type Judgement,
  judgeAllShares,
  judgeDocument,
  judgeKnownPeople,
  judgeNumber,
  type KnownPerson,
  type NamedDocument,
  type PeopleTotals,
} from '../people/index.ts';
import type { Catalogue } from '../requirements/index.ts';
import { type NamedBody, resolveNames } from './field-names.ts';
import { judgeProfile } from './profile-check.ts';
import type { UpdateKind } from './update-rules.ts';

type Parsed =
  | { kind: 'PUT'; check: BodyCheck<BusinessProfilePut> }
  | { kind: 'PATCH'; check: BodyCheck<BusinessProfilePatch> };
export type ReadUpdate = Parsed & { named: NamedBody };
export type CheckedInput = { kind: 'PUT'; input: BusinessProfilePut } | { kind: 'PATCH'; input: BusinessProfilePatch };
export type CheckedUpdate = CheckedInput & { warnings: Warning[] };

const ROUTE_CODE = 'ValidationControl.Error';

/** The form of each field by itself. */
export function readUpdate(kind: UpdateKind, body: unknown): ReadUpdate {
  if (kind === 'PUT') {
    const named = resolveNames(body, { own: PUT_NAMES });
    return { kind, named, check: checkBody(businessProfilePutSchema, named.body, ROUTE_CODE) };
  }
  const named = resolveNames(body, { own: PATCH_NAMES, nullIsGiven: true });
  return { kind, named, check: checkBody(businessProfilePatchSchema, named.body, ROUTE_CODE) };
}

/** The documents that the body of a PATCH hands in, each once, in lower case; whatever is wrong with it otherwise. */
export function documentsHandedIn(body: unknown): string[] {
  if (typeof body !== 'object' || body === null || !('businessDocumentIdList' in body)) return [];
  const { businessDocumentIdList: sent } = body;
  if (!Array.isArray(sent) || sent.length > LIMITS.documentsPerRequest) return [];
  const ids = sent.filter((id) => typeof id === 'string' && isUuid(id));
  return [...new Set(ids.map((id: string) => id.toLowerCase()))];
}

/** The documents that a body names, each once, in lower case: handed in by themselves, or as the file of an identity. */
export function documentsNamed({ kind, check }: ReadUpdate): string[] {
  const handedIn = kind === 'PATCH' ? (check.candidate.businessDocumentIdList ?? []) : [];
  const shown = (check.candidate.businessPersonList ?? []).flatMap((person) =>
    (person?.identities ?? []).map((identity) => identity?.documentUploadId),
  );
  const ids = [...handedIn, ...shown].filter((id) => typeof id === 'string');
  return [...new Set(ids.map((id) => id.toLowerCase()))];
}

/** What is stored, as far as the rules ask for it. */
export interface StoredFacts {
  customerId: string;
  partnerCustomerId: string;
  /** Those of the profile's people that the request may mean. */
  known: readonly KnownPerson[];
  totals: PeopleTotals;
  /** Of the documents that the request names those that exist. */
  documents: ReadonlyMap<string, NamedDocument>;
}

/** Throws everything that is wrong at once; what comes back can be saved. */
export function checkUpdate(read: ReadUpdate, stored: StoredFacts, catalogue: Catalogue, now: Date): CheckedUpdate {
  const { named, check } = read;
  const judgement: Judgement = {
    catalogue,
    documents: stored.documents,
    today: now.toISOString().slice(0, 10),
    problems: [...named.conflicts, ...check.problems],
    warnings: [...check.warnings],
  };
  judgeUpdate(read, stored, judgement);
  const schema = read.kind === 'PUT' ? businessProfilePutSchema : businessProfilePatchSchema;
  const [first, ...others] = inFieldOrder(schema, judgement.problems).map(named.asWritten);
  if (first !== undefined) throw refuse([first, ...others]);
  const warnings = mostWarnings(inFieldOrder(schema, judgement.warnings)).map(named.asWritten);
  return { ...accepted(read), warnings };
}

function accepted({ kind, check }: ReadUpdate): CheckedInput {
  // The schema found nothing, or there would have been a problem.
  if (check.value === undefined) throw new Error('A body without problems has no value');
  // Kind and value come from the same line of readUpdate.
  return { kind, input: check.value } as CheckedInput;
}

function judgeUpdate(read: ReadUpdate, stored: StoredFacts, judgement: Judgement): void {
  const { candidate } = read.check;
  judgeProfile(candidate, judgement);
  const people = candidate.businessPersonList ?? [];
  const path = ['businessPersonList'];
  judgeKnownPeople(people, stored.known, path, judgement);
  judgeNumber(people, stored.known, stored.totals.people, path, judgement);
  if (people.length > 0) {
    const keepOmitted = read.kind === 'PATCH';
    judgeAllShares(people, stored.known, { stored: stored.totals.share, keepOmitted }, path, judgement);
  }
  const reference = candidate.partnerCustomerId;
  if (typeof reference === 'string' && reference.trim() !== stored.partnerCustomerId) {
    const text = "differs from this customer's reference, which never changes; leave it out";
    judgement.problems.push(problemAt(['partnerCustomerId'], 'Customer.PartnerCustomerIdInvalid', text));
  }
  if (read.kind === 'PUT') judgeOwnId(read.check.candidate.customerId, stored.customerId, judgement);
  else {
    read.check.candidate.businessDocumentIdList?.forEach((id, index) => {
      judgeDocument(id, ['businessDocumentIdList', index], judgement, { handedIn: true });
    });
  }
}

function judgeOwnId(sent: string | undefined, customerId: string, { problems }: Judgement): void {
  if (sent === undefined || sent.toLowerCase() === customerId) return;
  problems.push(problemAt(['customerId'], 'Partner.BusinessProfileIdMismatch', 'is not the id in the path; send that'));
}
