// The building blocks of request bodies. A schema finds the problems; their error codes are determined as follows:
// - a wrong type, a missing field, a bad length or format has the code of its route (`Validation` on create, otherwise
//   `ValidationControl.Error`), unless the field registers its own codes in `faultCodes`;
// - a rule declared with `ruled` has its own code.
import { z } from 'zod';
import { isProse, isVisible, isVisibleLine, VISIBLE, VISIBLE_LINE } from './characters.ts';
import type { ErrorCode } from './errors.ts';
import { butNot, COUNTRY_LIST } from './told-values.ts';
import { DOCUMENT_CATEGORIES, VERIFICATION_STATUSES } from './vocabularies.ts';

export const faultCodes = z.registry<{ missing?: ErrorCode; wrongType?: ErrorCode; outOfBounds?: ErrorCode }>();

export interface RuleParams {
  code: ErrorCode;
}

export function ruled(code: ErrorCode, message: string): { message: string; params: RuleParams } {
  return { message, params: { code } };
}

interface TextRules {
  min?: number;
  tooLong?: string;
  /** Which characters it may contain, see characters.ts. */
  holds?: Kind;
}

type Kind = 'name' | 'text' | 'prose';
const KINDS: Record<Kind, [isRight: (value: string) => boolean, error: string]> = {
  name: [isVisibleLine, VISIBLE_LINE],
  text: [isVisible, VISIBLE],
  prose: [isProse, VISIBLE],
};

/** Trimmed text in Unicode's composed form; without a limit where the specification gives none. */
export function text(
  max: number,
  { min = 1, tooLong = `must have at most ${max} characters`, holds = 'text' }: TextRules = {},
) {
  const tooShort = min === 1 ? 'must not be empty' : `must have at least ${min} characters`;
  const bounded = z.string().trim().normalize('NFC').min(min, { error: tooShort, abort: true });
  const [isRight, error] = KINDS[holds];
  return (Number.isFinite(max) ? bounded.max(max, { error: tooLong, abort: true }) : bounded).refine(isRight, {
    error,
  });
}

/** Names of people, businesses and places: on one line. */
export function name(max: number, rules: Omit<TextRules, 'holds'> = {}) {
  return text(max, { ...rules, holds: 'name' });
}

/** Optional text: absent, null and blank all mean "not given". */
export function optionalText(max: number, holds: Kind = 'text') {
  const [isRight, error] = KINDS[holds];
  return z
    .string()
    .trim()
    .normalize('NFC')
    .max(max, { error: `must have at most ${max} characters`, abort: true })
    .refine(isRight, { error })
    .nullish();
}

// A local part, @, and a domain with at least one dot; only a mail server can check more.
const EMAIL = /^[^\s@"(),:;<>[\]\\]{1,64}@(?:[^\s@.,:;<>()[\]\\]+\.)+[^\s@.,:;<>()[\]\\]{2,}$/u;

export const email = text(255)
  .refine((value) => EMAIL.test(value), { error: 'must be an e-mail address such as office@example.com' })
  .meta({ format: 'email', pattern: EMAIL.source, example: 'office@example.com' });

const PHONE = /^\+[0-9]{7,15}$/;

export const phone = z
  .string()
  .refine(
    (value) => PHONE.test(value),
    ruled('PhoneNumber.Invalid', 'must be a plus sign and 7 to 15 digits, for example +2348012345678'),
  )
  .meta({ pattern: PHONE.source, example: '+2348012345678' });
faultCodes.add(phone, { wrongType: 'PhoneNumber.Invalid' });

export const COUNTRY_CODE = /^[A-Z]{3}$/;
export const countryCodeRule = ({ input }: { input?: unknown }) =>
  `must be an ISO 3166-1 alpha-3 code: three upper-case letters, for example NGA${butNot(input)}; ${COUNTRY_LIST} lists them`;
export const countryCode = z.string().regex(COUNTRY_CODE, { error: countryCodeRule }).meta({ example: 'NGA' });

export const MUST_BE_UUID = 'must be a UUID';
export const uuid = z.uuid({ error: MUST_BE_UUID });

export const calendarDate = z
  .string()
  .refine(isCalendarDate, { error: 'must be a valid calendar date in the form YYYY-MM-DD' })
  .meta({ format: 'date', example: '2019-03-28' });

/** Fields that have the same meaning in every response and event. */
export const known = {
  customerId: z.uuid().describe('Our id of the business.'),
  partnerCustomerId: z.string().describe('The reference that was sent on create; it never changes.'),
  verificationStatus: z.enum(VERIFICATION_STATUSES).describe('Where the review of the business stands.'),
  uboId: z.uuid().describe('Our id of the person.'),
  documentId: z.uuid().describe('Our id of the document.'),
  documentCategory: z.enum(DOCUMENT_CATEGORIES).describe('What the document proves, as requested with its link.'),
} as const;

/** A calendar date as stored. */
export const storedDate = z.string().meta({ format: 'date' });

export function isCalendarDate(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value) || value.startsWith('0000')) return false;
  const time = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}

export const website = text(255)
  .refine(isWebAddress, {
    error: 'must be an absolute http or https URL without a user name, for example https://example.com',
  })
  .meta({ format: 'uri', example: 'https://www.example.com' });

function isWebAddress(value: string): boolean {
  if (!/^https?:\/\/[^/\s]/i.test(value) || /\s/.test(value) || !URL.canParse(value)) return false;
  const url = new URL(value);
  return url.username === '' && url.password === '' && url.hostname !== '';
}

export function oneOf<const T extends readonly [string, ...string[]]>(values: T) {
  return z
    .enum(values, {
      error: ({ input }) => (typeof input === 'string' ? mustBeOneOf(values, input) : undefined),
    })
    .meta({ description: 'Case-sensitive.' });
}

/** Names the given value, and suggests the intended one if only its case is wrong. */
export function mustBeOneOf(values: readonly string[], input: unknown): string {
  const rule = `must be one of ${values.join(', ')}${butNot(input)}`;
  const written = typeof input === 'string' ? input.trim().toLowerCase() : undefined;
  const meant = values.find((value) => value.toLowerCase() === written);
  return meant === undefined ? rule : `${rule}; case matters: write ${meant}`;
}
