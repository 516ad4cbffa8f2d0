// Turns the body of a PUT or PATCH into an update that can be saved, or into all its problems. In two steps: the format
// of a body is checked before the customer is locked; the rest needs the stored data.
import {
  type BodyCheck,
  type BusinessProfilePatch,
  type BusinessProfilePut,
  businessProfilePatchSchema,
  businessProfilePutSchema,
  checkBody,
  LIMITS,
  mostWarnings,
  PATCH_NAMES,
  PUT_NAMES,
  problemAt,
  type RawBody,
  type Warning,
} from '@onboarding/contract';
import { isUuid } from '@onboarding/platform/ids';
import type { Tx } from '@onboarding/platform/postgres';
import { findNamedDocuments, listExisting, type NamedRow } from '../../documents/index.ts';
import { acceptBody } from '../../failure.ts';
import {
  type Judgement,
  judgeAllShares,
  judgeDocumentReference,
  judgeKnownPeople,
  judgeNumber,
  type KnownPerson,
  type NamedDocument,
  type PeopleTotals,
  storedResidence,
} from '../../people/index.ts';
import type { Catalogue } from '../../requirements/index.ts';
import { judgeProfile } from '../create/profile-check.ts';
import { type NamedBody, resolveNames } from '../record/field-names.ts';
import type { UpdateKind } from './update-rules.ts';

type Parsed =
  | { kind: 'PUT'; check: BodyCheck<BusinessProfilePut> }
  | { kind: 'PATCH'; check: BodyCheck<BusinessProfilePatch> };
export type ReadUpdate = Parsed & { named: NamedBody };
type CheckedInput = { kind: 'PUT'; input: BusinessProfilePut } | { kind: 'PATCH'; input: BusinessProfilePatch };
export type CheckedUpdate = CheckedInput & { warnings: Warning[] };

const ROUTE_CODE = 'ValidationControl.Error';

/** Checks the format of each field on its own. */
export function readUpdate(kind: UpdateKind, body: RawBody): ReadUpdate {
  if (kind === 'PUT') {
    const named = resolveNames(body, { own: PUT_NAMES });
    return { kind, named, check: checkBody(businessProfilePutSchema, named.body, ROUTE_CODE) };
  }
  const named = resolveNames(body, { own: PATCH_NAMES, nullIsGiven: true });
  return { kind, named, check: checkBody(businessProfilePatchSchema, named.body, ROUTE_CODE) };
}

/**
 * The documents that the body of a PATCH submits, without duplicates, in lower case, even if the body is invalid otherwise.
 */
export function submittedDocuments(body: RawBody): string[] {
  if (typeof body !== 'object' || body === null || !('businessDocumentIdList' in body)) return [];
  const { businessDocumentIdList: sent } = body;
  if (!Array.isArray(sent) || sent.length > LIMITS.documentsPerRequest) return [];
  const ids = sent.filter((id) => typeof id === 'string' && isUuid(id));
  return [...new Set(ids.map((id: string) => id.toLowerCase()))];
}

/**
 * The documents that a body refers to, without duplicates, in lower case: submitted directly, or as the file of an identity.
 */
export function documentsNamed({ kind, check }: ReadUpdate): string[] {
  const submitted = kind === 'PATCH' ? (check.candidate.businessDocumentIdList ?? []) : [];
  const shown = (check.candidate.businessPersonList ?? []).flatMap((person) =>
    (person?.identities ?? []).map((identity) => identity?.documentUploadId),
  );
  const ids = [...submitted, ...shown].filter((id) => typeof id === 'string');
  return [...new Set(ids.map((id) => id.toLowerCase()))];
}

/** The stored data that the rules need. */
interface StoredFacts {
  customerId: string;
  partnerCustomerId: string;
  /** The countries of incorporation and of the business's addresses. */
  countries: ReadonlySet<string>;
  /** People of the profile that the request may refer to. */
  known: readonly KnownPerson[];
  totals: PeopleTotals;
  /** The existing documents among those that the request refers to. */
  documents: ReadonlyMap<string, NamedDocument>;
}

/** Throws all problems at once; the result can be saved. */
export function checkUpdate(read: ReadUpdate, stored: StoredFacts, catalogue: Catalogue, now: Date): CheckedUpdate {
  const { named, check } = read;
  const people = check.candidate.businessPersonList ?? [];
  const judgement: Judgement = {
    catalogue,
    documents: stored.documents,
    kept: {
      business: stored.countries,
      residenceAt: (index) => storedResidence(people[index], stored.known),
    },
    today: now.toISOString().slice(0, 10),
    problems: [...named.conflicts, ...check.problems],
    warnings: [...check.warnings],
  };
  judgeUpdate(read, stored, judgement);
  const input = acceptBody<CheckedInput['input']>(check, check.inFieldOrder(judgement.problems).map(named.asWritten));
  const warnings = mostWarnings(check.inFieldOrder(judgement.warnings)).map(named.asWritten);
  // Kind and input match, because readUpdate sets both.
  return { kind: read.kind, input, warnings } as CheckedUpdate;
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
    const text = "differs from this customer's reference, which never changes; omit it";
    judgement.problems.push(problemAt(['partnerCustomerId'], 'Customer.PartnerCustomerIdInvalid', text));
  }
  if (read.kind === 'PUT') judgeOwnId(read.check.candidate.customerId, stored.customerId, judgement);
  else {
    read.check.candidate.businessDocumentIdList?.forEach((id, index) => {
      judgeDocumentReference(id, ['businessDocumentIdList', index], judgement, { submitted: true });
    });
  }
}

function judgeOwnId(sent: string | undefined, customerId: string, { problems }: Judgement): void {
  if (sent === undefined || sent.toLowerCase() === customerId) return;
  problems.push(
    problemAt(['customerId'], 'Partner.BusinessProfileIdMismatch', 'differs from the id in the path; send the same id'),
  );
}

// The documents that an update refers to: their owners and statuses.

export async function findOwnDocuments(tx: Tx, partnerId: string, ids: readonly string[]): Promise<NamedRow[]> {
  return ids.length === 0 ? [] : findNamedDocuments(tx, partnerId, ids);
}

/**
 * `own`: the ids that belong to the partner; the others are only checked for existence. `unseen`: ids for which it is unknown
 * whether a file has arrived.
 */
export async function judgeableDocuments(
  tx: Tx,
  customerId: string,
  ids: readonly string[],
  own: readonly NamedRow[],
  unseen: readonly string[],
): Promise<Map<string, NamedDocument>> {
  const known = new Map(
    own.map((row): [string, NamedDocument] => [row.documentId, ofCustomer(row, customerId, unseen)]),
  );
  const others = ids.filter((id) => !known.has(id));
  if (others.length === 0) return known;
  for (const id of await listExisting(tx, others)) known.set(id, { ofThisCustomer: false });
  return known;
}

function ofCustomer(row: NamedRow, customerId: string, unseen: readonly string[]): NamedDocument {
  if (row.customerId !== customerId) return { ofThisCustomer: false };
  const { status, refusal } = row;
  return { ofThisCustomer: true, status, refusal, unseen: unseen.includes(row.documentId) };
}
