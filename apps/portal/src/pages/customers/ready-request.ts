// The complete request that answers a request for changes, ready to be copied. Values that only the partner knows are
// placeholders in angle brackets.
import type { BusinessPersonRecord, BusinessProfileRecord, VerificationStatusRecord } from '@onboarding/contract';
import { fieldName, spelled } from '@onboarding/ui/words';

type Reason = VerificationStatusRecord['reasons'][number];

export interface NeededDocument {
  category: string;
  uboId: string | undefined;
}

export interface ReadyRequest {
  method: 'PATCH';
  path: string;
  headers: Record<string, string>;
  body: Record<string, unknown>;
  /** The documents to upload first. */
  documents: NeededDocument[];
  /** Why the body contains something that was not requested; undefined if it does not. */
  repeats: string | undefined;
}

const pathOf = (customerId: string) => `/api/partner/v1/business-profiles/${customerId}`;

/** Undefined if no reason can be answered by an update. */
export function readyRequest(record: BusinessProfileRecord, reasons: readonly Reason[]): ReadyRequest | undefined {
  const asked = reasons.filter(({ retryable }) => retryable);
  if (asked.length === 0 || !record.canUpdate) return undefined;
  const documents = neededDocuments(asked);
  const people = neededPeople(record, asked);
  const body = {
    ...businessFields(record, asked),
    ...(people.length > 0 ? { businessPersonList: people } : {}),
    ...(documents.length > 0 ? { businessDocumentIdList: documents.map(placeholderOf) } : {}),
  };
  const evidence = people.length + documents.length > 0 ? undefined : evidenceOf(record);
  return {
    method: 'PATCH',
    path: pathOf(record.customerId),
    headers: {
      Authorization: 'Bearer <token with the scope partner.write>',
      'Content-Type': 'application/json',
      'If-Match': `"${record.version}"`,
    },
    body: { ...body, ...evidence?.body },
    documents,
    repeats: evidence?.why,
  };
}

const placeholderOf = ({ category }: NeededDocument) => `<documentId of the ${spelled(category).toLowerCase()}>`;

/** Each category once for the business and once for each person. */
function neededDocuments(reasons: readonly Reason[]): NeededDocument[] {
  const needed = reasons.flatMap(({ uboId, remediation }) =>
    (remediation.documentCategories ?? []).map((category) => ({ category, uboId })),
  );
  return [...new Map(needed.map((one) => [`${one.category} ${one.uboId}`, one])).values()];
}

/** Business fields with a different name in PATCH than in the record. */
const PATCH_NAMES: Record<string, string> = { incorporationCountryIso3Code: 'incorporationCountryCode' };
const OF_PEOPLE = new Set(['businessPersonList', 'identities']);

function businessFields(record: BusinessProfileRecord, reasons: readonly Reason[]): Record<string, unknown> {
  const names = new Set(
    reasons.flatMap(({ remediation }) => remediation.fields ?? []).filter((name) => !OF_PEOPLE.has(name)),
  );
  const stored = new Map<string, unknown>(Object.entries(record));
  return Object.fromEntries([...names].map((name) => [PATCH_NAMES[name] ?? name, toFill(name, stored.get(name))]));
}

/** A text is replaced as a whole; lists and objects are corrected in place. */
function toFill(name: string, stored: unknown): unknown {
  if (typeof stored === 'object' && stored !== null) return stored;
  const what = fieldName(name).toLowerCase();
  return stored === null || stored === undefined || stored === '' ? `<${what}>` : `<${what}, now: ${stored}>`;
}

function neededPeople(record: BusinessProfileRecord, reasons: readonly Reason[]): unknown[] {
  const wanted = reasons.filter(({ remediation }) => (remediation.fields ?? []).some((name) => OF_PEOPLE.has(name)));
  const ids = new Set(wanted.flatMap(({ uboId }) => uboId ?? []));
  const everyone = wanted.some(({ uboId, remediation }) => uboId === undefined && remediation.action !== 'AddPeople');
  const known = record.businessPersonList.filter(({ uboId }) => everyone || ids.has(uboId)).map(toSentPerson);
  return wanted.some(({ remediation }) => remediation.action === 'AddPeople') ? [...known, NEW_PERSON] : known;
}

/** As stored, except the numbers of identity documents, which cannot be read: all of them must be sent again. */
function toSentPerson({ verificationStatus: _status, identities, ...person }: BusinessPersonRecord) {
  return {
    ...person,
    identities: identities.map(({ identityId: _id, identityValueMasked, ...identity }) => ({
      ...identity,
      identityValue: `<number, ends with ${identityValueMasked.replaceAll('*', '')}>`,
    })),
  };
}

const NEW_PERSON = {
  firstName: '<first name>',
  lastName: '<last name>',
  birthDate: '<YYYY-MM-DD>',
  nationality: '<ISO 3166-1 alpha-3 code>',
  email: '<e-mail>',
  ownershipType: ['<SHAREHOLDER, DIRECTOR or UBO>'],
  address: {
    streetLine1: '<street>',
    city: '<city>',
    state: '<state>',
    postalCode: '<postal code>',
    countryCode: '<ISO 3166-1 alpha-3 code>',
  },
  identities: [
    {
      identityTypeCode: '<PASSPORT or another type>',
      issuingCountry: '<ISO 3166-1 alpha-3 code>',
      identityValue: '<number>',
    },
  ],
};

/**
 * Only people or documents answer a request for changes. With fields alone, the update is stored but the review keeps waiting.
 */
function evidenceOf(record: BusinessProfileRecord): { body: Record<string, unknown>; why: string } {
  const confirmed = record.documents.find(({ status }) => status === 'Confirmed');
  if (confirmed !== undefined) {
    return {
      body: { businessDocumentIdList: [confirmed.documentId] },
      why: `It includes the ${spelled(confirmed.documentCategory).toLowerCase()} again, because only a request with documents or people returns the business to review.`,
    };
  }
  return {
    body: { businessPersonList: record.businessPersonList.slice(0, 1).map(toSentPerson) },
    why: 'It repeats a person, because only a request with documents or people returns the business to review.',
  };
}

const json = (value: unknown) => JSON.stringify(value, null, 2);

export const asHttp = ({ method, path, headers, body }: ReadyRequest) =>
  [`${method} ${path}`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`), '', json(body)].join(
    '\n',
  );

export const asCurl = ({ method, path, headers, body }: ReadyRequest) =>
  [
    `curl -sS --fail-with-body -X ${method} "$API${path}" \\`,
    ...Object.entries({ ...headers, Authorization: 'Bearer $TOKEN' }).map(
      ([name, value]) => `  -H "${name}: ${value.replaceAll('"', '\\"')}" \\`,
    ),
    `  --data-binary @- <<'END'\n${json(body)}\nEND`,
  ].join('\n');

export const uploadLink = (customerId: string, { category, uboId }: NeededDocument) =>
  [
    `POST ${pathOf(customerId)}/documents/upload-link`,
    'Authorization: Bearer <token with the scope partner.write>',
    'Content-Type: application/json',
    '',
    json({ documentCategory: category, contentType: 'application/pdf', ...(uboId === undefined ? {} : { uboId }) }),
  ].join('\n');
