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
  METADATA_LIMITS,
  mostWarnings,
  PATCH_NAMES,
  type Path,
  PUT_NAMES,
  problemAt,
  type RawBody,
  type Warning,
} from '@onboarding/contract';
import { isUuid } from '@onboarding/platform/ids';
import { acceptBody } from '../../failure.ts';
import { type PairsBySubject, wouldHold } from '../../metadata/index.ts';
import {
  type CompletedPeople,
  completePeople,
  findMeant,
  type Judgement,
  judgeAllShares,
  judgeDocumentReference,
  judgeIdentityIds,
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
export type ReadUpdate = Parsed & {
  named: NamedBody;
  /** Set once people with a uboId are completed from the profile. */
  completed?: CompletedPeople | undefined;
};
type CheckedInput = { kind: 'PUT'; input: BusinessProfilePut } | { kind: 'PATCH'; input: BusinessProfilePatch };
export type CheckedUpdate = CheckedInput & { warnings: Warning[] };

const ROUTE_CODE = 'ValidationControl.Error';

/** Checks the format of each field on its own. */
export function readUpdate(kind: UpdateKind, body: RawBody): ReadUpdate {
  const named =
    kind === 'PUT'
      ? resolveNames(body, { own: PUT_NAMES })
      : resolveNames(body, { own: PATCH_NAMES, nullIsGiven: true });
  return checkFormat(kind, named);
}

function checkFormat(kind: UpdateKind, named: NamedBody, completed?: CompletedPeople): ReadUpdate {
  const mayOmit = ([list, ...path]: Path) => list === 'businessPersonList' && completed?.mayOmit(path) === true;
  return kind === 'PUT'
    ? { kind, named, completed, check: checkBody(businessProfilePutSchema, named.body, ROUTE_CODE, mayOmit) }
    : { kind, named, completed, check: checkBody(businessProfilePatchSchema, named.body, ROUTE_CODE, mayOmit) };
}

/** Completes people who are sent with their uboId, and checks the format again: an omitted field is not missing. */
export function completeUpdate(
  read: ReadUpdate,
  known: readonly KnownPerson[],
  openNumber: Parameters<typeof completePeople>[2],
): ReadUpdate {
  const { body } = read.named;
  if (typeof body !== 'object' || body === null || !('businessPersonList' in body)) return read;
  const completed = completePeople(body.businessPersonList, known, openNumber);
  if (completed === undefined) return read;
  const named = { ...read.named, body: { ...body, businessPersonList: completed.people } };
  return checkFormat(read.kind, named, completed);
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

/** Whether the body sends metadata, of the business or of a person. */
export const sendsMetadata = ({ check: { candidate } }: ReadUpdate) =>
  candidate.metadata !== undefined || (candidate.businessPersonList ?? []).some((one) => one?.metadata !== undefined);

/** Whether the body sends people. Metadata of a person says nothing about the person. */
export const sendsPeople = ({ check: { candidate } }: ReadUpdate) =>
  (candidate.businessPersonList ?? []).some(
    ({ uboId: _id, metadata, ...facts } = {}) =>
      metadata === undefined || Object.values(facts).some((value) => value !== undefined),
  );

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
  metadata: PairsBySubject;
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
      isOmitted: (index, field) => read.completed?.isOmitted(index, field) === true,
    },
    today: now.toISOString().slice(0, 10),
    problems: [...named.conflicts, ...check.problems],
    warnings: [...check.warnings],
  };
  judgeUpdate(read, stored, judgement);
  const input = acceptBody<CheckedInput['input']>(check, check.inFieldOrder(judgement.problems).map(named.asWritten));
  const about = judgement.warnings.filter(({ pointer }) => !isOmitted(pointer, read.completed));
  const warnings = mostWarnings(check.inFieldOrder(about)).map(named.asWritten);
  // Kind and input match, because readUpdate sets both.
  return { kind: read.kind, input, warnings } as CheckedUpdate;
}

/** Whether the pointer leads to a field of a person that keeps its stored value, about which the caller was warned before. */
function isOmitted(pointer: string, completed: CompletedPeople | undefined): boolean {
  const [, list, index, field] = pointer.split('/');
  if (list !== 'businessPersonList' || field === undefined) return false;
  return completed?.isOmitted(Number(index), field) === true;
}

function judgeUpdate(read: ReadUpdate, stored: StoredFacts, judgement: Judgement): void {
  const { candidate } = read.check;
  judgeProfile(candidate, judgement);
  const people = candidate.businessPersonList ?? [];
  const path = ['businessPersonList'];
  judgeKnownPeople(people, stored.known, path, judgement);
  judgeIdentityIds(people, stored.known, path, judgement);
  judgeNumber(people, stored.known, stored.totals.people, path, judgement);
  if (people.length > 0) {
    const keepOmitted = read.kind === 'PATCH';
    judgeAllShares(people, stored.known, { stored: stored.totals.share, keepOmitted }, path, judgement);
  }
  judgeAllMetadata(candidate, stored, judgement);
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

/** Pairs are added to the stored ones, so a request with few may still exceed the limit. */
function judgeAllMetadata(
  { metadata, businessPersonList: people = [] }: ReadUpdate['check']['candidate'],
  { customerId, known, metadata: pairs }: StoredFacts,
  { problems }: Judgement,
): void {
  const judge = (subjectId: string | undefined, sent: typeof metadata, most: number, path: Path) => {
    if (subjectId === undefined || wouldHold(pairs, { subjectId, sent }) <= most) return;
    const text = `would have more than ${most} pairs, including those already stored; send null for some to remove them`;
    problems.push(problemAt([...path, 'metadata'], 'ValidationControl.Error', text));
  };
  judge(customerId, metadata, METADATA_LIMITS.pairs, []);
  people?.forEach((person, index) => {
    if (person === undefined) return;
    const meant = findMeant(person, known);
    judge(meant?.uboId, person.metadata, METADATA_LIMITS.pairsOfPerson, ['businessPersonList', index]);
  });
}

function judgeOwnId(sent: string | undefined, customerId: string, { problems }: Judgement): void {
  if (sent === undefined || sent.toLowerCase() === customerId) return;
  problems.push(
    problemAt(['customerId'], 'Partner.BusinessProfileIdMismatch', 'differs from the id in the path; send the same id'),
  );
}
