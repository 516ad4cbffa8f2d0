// The complete request that answers a request for changes, ready to be copied. Values that only the partner knows are
// placeholders in angle brackets.
import type { BusinessPersonRecord, BusinessProfileRecord, VerificationStatusRecord } from '@onboarding/contract';
import { DOCUMENT_CONTENT_TYPES } from '@onboarding/contract/vocabularies';
import { fieldName, spelled } from '@onboarding/ui/words';

type Reason = VerificationStatusRecord['reasons'][number];

export interface NeededDocument {
  category: string;
  uboId: string | undefined;
  /** That of the document it replaces, if there is one. */
  contentType: string | undefined;
}

export interface ReadyRequest {
  method: 'PATCH';
  path: string;
  headers: Record<string, string>;
  body: Record<string, unknown>;
  /** The documents to upload first. */
  documents: NeededDocument[];
}

const pathOf = (customerId: string) => `/api/partner/v1/business-profiles/${customerId}`;

/** Undefined if no reason can be answered by an update. */
export function readyRequest(record: BusinessProfileRecord, reasons: readonly Reason[]): ReadyRequest | undefined {
  const asked = reasons.filter(({ retryable }) => retryable);
  if (asked.length === 0 || !record.canUpdate) return undefined;
  const documents = neededDocuments(record, asked);
  const people = neededPeople(record, asked);
  const body = {
    ...businessFields(record, asked),
    ...(people.length > 0 ? { businessPersonList: people } : {}),
    ...(documents.length > 0 ? { businessDocumentIdList: documents.map(placeholderOf) } : {}),
  };
  if (Object.keys(body).length === 0) return undefined;
  return {
    method: 'PATCH',
    path: pathOf(record.customerId),
    headers: {
      Authorization: 'Bearer <token with the scope partner.write>',
      'Content-Type': 'application/json',
      'If-Match': `"${record.version}"`,
    },
    body,
    documents,
  };
}

const placeholderOf = ({ category }: NeededDocument) => `<documentId of the ${spelled(category).toLowerCase()}>`;

/** Each category once for the business and once for each person. A reason about a document does not name its person. */
function neededDocuments(record: BusinessProfileRecord, reasons: readonly Reason[]): NeededDocument[] {
  const needed = reasons.flatMap(({ uboId, documentId, remediation }) => {
    const replaced = record.documents.find((one) => one.documentId === documentId);
    return (remediation.documentCategories ?? []).map((category) => ({
      category,
      uboId: uboId ?? replaced?.uboId ?? undefined,
      contentType: replaced?.contentType,
    }));
  });
  return [...new Map(needed.map((one) => [`${one.category} ${one.uboId}`, one])).values()];
}

/** Business fields with a different name in PATCH than in the record. */
export const PATCH_NAMES: Record<string, string> = { incorporationCountryIso3Code: 'incorporationCountryCode' };
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

/** The fields of each person that the reasons are about; everything else keeps its value. */
function neededPeople(record: BusinessProfileRecord, reasons: readonly Reason[]): unknown[] {
  const known = record.businessPersonList.flatMap((person) => {
    const { uboId, verificationStatus: _status, metadata: _pairs, identities, ...details } = person;
    const asksFor = (field: string) => reasons.some((reason) => isAbout(reason, person, field));
    const fields = {
      ...(asksFor('businessPersonList') ? details : {}),
      ...(asksFor('identities') ? { identities: identities.map(toSentIdentity) } : {}),
    };
    return Object.keys(fields).length === 0 ? [] : [{ uboId, ...fields }];
  });
  const adds = reasons.some(({ remediation: { action, fields = [] } }) => {
    return action === 'AddPeople' && fields.some((name) => OF_PEOPLE.has(name));
  });
  return adds ? [...known, NEW_PERSON] : known;
}

function isAbout({ uboId, remediation }: Reason, person: BusinessPersonRecord, field: string): boolean {
  const { action, fields = [] } = remediation;
  return fields.includes(field) && (uboId === undefined ? action !== 'AddPeople' : uboId === person.uboId);
}

/** As stored, except the number, which cannot be read; an omitted number stays. */
function toSentIdentity({ identityValueMasked, ...identity }: BusinessPersonRecord['identities'][number]) {
  return { ...identity, identityValue: `<number, now ends with ${identityValueMasked.replaceAll('*', '')}>` };
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

const ANY_TYPE = `<${DOCUMENT_CONTENT_TYPES.join(' or ')}>`;

export const uploadLink = (customerId: string, { category, uboId, contentType = ANY_TYPE }: NeededDocument) =>
  [
    `POST ${pathOf(customerId)}/documents/upload-link`,
    'Authorization: Bearer <token with the scope partner.write>',
    'Content-Type: application/json',
    '',
    json({ documentCategory: category, contentType, ...(uboId === undefined ? {} : { uboId }) }),
  ].join('\n');
