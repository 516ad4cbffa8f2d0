// How an update changes the stored fields and the state of a profile. Pure.

import { isDeepStrictEqual } from 'node:util';
import type {
  BusinessProfilePatch,
  BusinessProfilePut,
  VerificationReason,
  VerificationStatus,
} from '@onboarding/contract';
import { type Catalogue, catalogueAt } from '../../requirements/index.ts';
import type { Trigger } from '../../review-state/index.ts';
import { BUSINESS, type BusinessFields } from '../record/business-columns.ts';
import { type BusinessInput, toBusinessFields } from '../record/profile.ts';
import type { CustomerRow } from '../record/profile-store.ts';

export type UpdateKind = 'PUT' | 'PATCH';

interface UpdateFacts {
  kind: UpdateKind;
  /** Whether people or documents were sent, even unchanged ones: the response to a request for changes. */
  bringsEvidence: boolean;
  /** The changed business fields, by create's names. */
  changedFields: readonly string[];
  /** Whether a person is added or changed. */
  changesPeople: boolean;
  /** Whether a document is submitted that was not part of the last decision. */
  bringsNewDocuments: boolean;
  /** The reasons of the request for changes. */
  reasons: readonly VerificationReason[];
}

/** Contact data of a business, which does not affect an approval. Any field that is not listed here affects it. */
const FREE: ReadonlySet<string> = new Set(['email', 'phoneNumber']);

/** How an update affects the verification of a business in this state. */
export function triggerOf(status: VerificationStatus, facts: UpdateFacts): Trigger {
  const answers = facts.kind === 'PUT' || facts.bringsEvidence || changesWhatWasAsked(facts);
  if (status === 'ChangesRequested' && answers) return 'Answer';
  const material =
    facts.changesPeople || facts.bringsNewDocuments || facts.changedFields.some((field) => !FREE.has(field));
  return status === 'Approved' && material ? 'MaterialChange' : 'Update';
}

/** A reason of a later release may ask for a correction without naming fields. */
function changesWhatWasAsked({ reasons, changedFields }: UpdateFacts): boolean {
  const asksFor = (field: string) =>
    reasons.some(({ remediation: { action, fields } }) =>
      fields === undefined ? action === 'CorrectData' : fields.includes(field),
    );
  return changedFields.some(asksFor);
}

/** Whether an If-Match header contains this version (RFC 9110: strong comparison, so a weak tag never matches). */
export function isMatched(ifMatch: string | undefined, version: number): boolean {
  if (ifMatch === undefined || ifMatch.trim() === '*') return true;
  return ifMatch.split(',').some((tag) => tag.trim() === `"${version}"`);
}

/** What is wrong with an If-Match that no version could match; undefined if it has at least one well-formed tag. */
export function malformedMatch(ifMatch: string | undefined, version: number): string | undefined {
  if (ifMatch?.split(',').some((tag) => /^"\d+"$/.test(tag.trim()))) return undefined;
  return `If-Match must be the version in quotes, as in the ETag of a read: it is "${version}" now. An unquoted version or a weak tag (W/"${version}") never matches.`;
}

/** Clears omitted fields, except those that are too large to repeat each time. */
export function replaceFields(input: BusinessProfilePut, stored: BusinessFields, catalogue: Catalogue): BusinessFields {
  return toBusinessFields(
    { ...input, addresses: input.addresses ?? stored.addresses, financials: input.financials ?? stored.financials },
    catalogue,
  );
}

/** Keeps omitted fields; null clears. */
export function patchFields(input: BusinessProfilePatch, stored: BusinessFields, catalogue: Catalogue): BusinessFields {
  return toBusinessFields({ ...stored, ...given(input) }, catalogue);
}

function given(input: BusinessProfilePatch): Partial<BusinessInput> {
  const {
    businessPersonList: _people,
    businessDocumentIdList: _documents,
    partnerCustomerId: _id,
    metadata: _pairs,
    ...fields
  } = input;
  // An absent field must not override the stored one; the rest has the schema's types.
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Partial<BusinessInput>;
}

/** The names of the fields that differ, in the order of the create body. */
export function changedFields(before: BusinessFields, after: BusinessFields): (keyof BusinessFields)[] {
  return BUSINESS.names.filter((name) => !isDeepStrictEqual(before[name], after[name]));
}

/**
 * A profile keeps the requirements under which it was created, and its business type even if that was retired since:
 * otherwise an update could not repeat stored values.
 */
export function ownCatalogue(
  catalogue: Catalogue,
  profile: Pick<CustomerRow, 'createdAt' | 'businessTypeCode'>,
): Catalogue {
  const then = catalogueAt(catalogue, profile.createdAt);
  const type = profile.businessTypeCode;
  if (then.businessTypes.has(type.toLowerCase())) return then;
  return { ...then, businessTypes: new Map([...then.businessTypes, [type.toLowerCase(), type]]) };
}
