// Examples of error responses, with details that point to the invalid part of the request.
import {
  BUSINESS_TYPE_LIST,
  COUNTRY_LIST,
  type CurrentState,
  ERRORS,
  type ErrorCode,
  EVENT_DAYS,
  type Problem,
  REPLAY_WINDOW_DAYS,
  STEP_UP_MINUTES,
} from '@onboarding/contract';
import type { Route } from '../http/route.ts';

type Place = Pick<Problem, 'pointer' | 'message'>;

const at = (pointer: string, message: string): Place => ({ pointer, message });
const CODES_MESSAGE = (code: ErrorCode) => `${ERRORS[code].cause} ${ERRORS[code].remedy}`;
const CUSTOMER_ID = '0193a2b4-7c11-7d3e-9f53-2a6b8c0d1e2f';
const PERSON_DOCUMENT = '/businessPersonList/0/identities/0/documentUploadId';
/** The field alone, as messages name it. */
const named = (pointer: string) => pointer.slice(pointer.lastIndexOf('/') + 1);

const CERTIFICATE_CODES = [
  'Credential.CertificateInvalid',
  'Credential.PrivateKeyPasted',
  'Credential.KeyUnsupported',
  'Credential.CertificateExpired',
  'Credential.CertificateNotYetValid',
  'Credential.ValidityTooLong',
] as const;

/** With the service's own messages. Tests ensure that exactly the codes with details are listed here. */
const PLACES: Partial<Record<ErrorCode, Place>> = {
  Validation: at('/companyName', 'companyName is required.'),
  'PhoneNumber.Invalid': at(
    '/phoneNumber',
    'phoneNumber must be a plus sign and 7 to 15 digits, for example +2348012345678.',
  ),
  'BusinessType.NotFound': at(
    '/businessTypeCode',
    `businessTypeCode names "LTD_CO", which is not a business type; use one of SoleProprietor, Partnership, LLC, Corporation, as ${BUSINESS_TYPE_LIST} lists them.`,
  ),
  'Country.NotFound': at(
    '/businessPersonList/0/nationality',
    `nationality names "NGR", which is not the ISO 3166-1 alpha-3 code of a country; ${COUNTRY_LIST} lists them.`,
  ),
  'OnboardingConfig.NotFound': at(
    '/businessPersonList/0/address/countryCode',
    `countryCode names "ATA", which is not served; see isOpen and identityRules in ${COUNTRY_LIST}.`,
  ),
  'Document.NotFound': at(
    PERSON_DOCUMENT,
    `${named(PERSON_DOCUMENT)} does not refer to a document of this customer; upload it first, then refer to it in an update.`,
  ),
  'Document.AccessDenied': at(
    PERSON_DOCUMENT,
    `${named(PERSON_DOCUMENT)} refers to a document of another customer; use one that was uploaded for this customer.`,
  ),
  'Document.NotUploaded': at(
    '/businessDocumentIdList/0',
    'An entry of businessDocumentIdList refers to a document whose file has not arrived; upload it to its link, then send this again.',
  ),
  'Customer.PartnerCustomerIdRequired': at(
    '/partnerCustomerId',
    'partnerCustomerId is required: send your own reference for this customer.',
  ),
  'Customer.PartnerCustomerIdInvalid': at(
    '/partnerCustomerId',
    'partnerCustomerId must be 1 to 100 letters, digits or . _ ~ : @ + - starting with a letter or digit.',
  ),
  'Customer.PartnerCustomerIdConflict': at(
    '/partnerCustomerId',
    `partnerCustomerId already belongs to your customer ${CUSTOMER_ID}. If this is a retry, read that customer; otherwise choose another reference.`,
  ),
  'Partner.BusinessProfileIdMismatch': at(
    '/customerId',
    'customerId differs from the id in the path; send the same id.',
  ),
  'Session.StepUpRequired': at(
    '',
    `This needs a second factor that was used within the last ${STEP_UP_MINUTES} minutes. Sign in again at /api/session/partner/sign-in?stepUp=1 and repeat the request.`,
  ),
  ...Object.fromEntries(
    CERTIFICATE_CODES.map((code): [ErrorCode, Place] => [code, at('/certificate', CODES_MESSAGE(code))]),
  ),
  'Webhook.UrlNotHttps': at('/url', CODES_MESSAGE('Webhook.UrlNotHttps')),
  'Webhook.UrlNotPublic': at('/url', CODES_MESSAGE('Webhook.UrlNotPublic')),
  'Webhook.UrlUnresolvable': at('/url', CODES_MESSAGE('Webhook.UrlUnresolvable')),
  'Webhook.StatusUnknown': at(
    '?status',
    'status must be one of Pending, Delivered, Exhausted, not "Sent", or be omitted.',
  ),
  'Webhook.EventExpired': at(
    '/from',
    `from is more than ${EVENT_DAYS} days ago, which is how long events are stored; start at 2026-10-16T09:00:00.000Z or later.`,
  ),
  'Webhook.RangeInvalid': at('/to', 'to must be later than from.'),
  'Webhook.RangeTooWide': at(
    '/to',
    `to is more than ${REPLAY_WINDOW_DAYS} days after from; replay several shorter windows instead.`,
  ),
};

/** The first problem of a refusal, if the code is one that has details here. */
function problemOf(route: Route, code: ErrorCode): Problem | undefined {
  const place = code === 'ValidationControl.Error' ? ruleOf(route) : PLACES[code];
  if (place === undefined) return undefined;
  // Without a body, the pointer can only name a query parameter.
  if (route.body === undefined && place.pointer.startsWith('/')) {
    const names = Object.keys(route.query?.shape ?? {});
    const name = names.find((one) => place.pointer.endsWith(`/${one}`)) ?? names[0];
    if (name === undefined) return undefined;
    return { code, pointer: `?${name}`, message: place.message.replace(named(place.pointer), name) };
  }
  return { code, ...place };
}

/** By field; the first field that the operation has is used. */
const RULES: Record<string, Place> = {
  limit: at('?limit', 'limit must be a whole number from 1 to 200.'),
  pageSize: at('?pageSize', 'pageSize must be a whole number from 1 to 200.'),
  businessPersonList: at('/businessPersonList/0/nationality', 'nationality is required.'),
  documentCategory: at('/documentCategory', 'documentCategory is required.'),
  url: at('/url', 'url is required.'),
  name: at('/name', 'name is required.'),
  outcome: at('/outcome', 'outcome is required.'),
  verdict: at('/verdict', 'verdict is required.'),
  eventType: at('/eventType', 'eventType must be a string.'),
  country: at(
    '/country',
    `country must be an ISO 3166-1 alpha-3 code: three upper-case letters, for example NGA, not "nigeria"; ${COUNTRY_LIST} lists them.`,
  ),
};

/** A common validation error of this operation. */
function ruleOf(route: Route): Place {
  const schema = route.body?.schema ?? route.query;
  const fields = schema !== undefined && 'shape' in schema ? Object.keys(schema.shape as object) : [];
  const found = Object.keys(RULES).find((field) => fields.includes(field)) ?? '';
  return (
    RULES[found] ??
    at(`${route.body === undefined ? '?' : '/'}${fields[0] ?? ''}`, `${fields[0] ?? 'The body'} is required.`)
  );
}

const CURRENT: Partial<Record<ErrorCode, CurrentState>> = {
  'Customer.PartnerCustomerIdConflict': { customerId: CUSTOMER_ID },
  'Customer.VersionMismatch': { customerId: CUSTOMER_ID, version: 3 },
};

interface Example {
  message: string;
  details?: Problem[];
  current?: CurrentState;
}

/** The message with its pointer; without details if the error concerns no part of the request. */
export function exampleOf(route: Route, code: ErrorCode): Example {
  const problem = problemOf(route, code);
  const current = CURRENT[code];
  return {
    message: problem?.message ?? CODES_MESSAGE(code),
    ...(problem !== undefined && { details: [problem] }),
    ...(current !== undefined && { current }),
  };
}
