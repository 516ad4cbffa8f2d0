// The values that a message about a list repeats, and where callers find the list.

export const COUNTRY_LIST = 'GET /api/partner/v1/countries';
export const BUSINESS_TYPE_LIST = 'GET /api/partner/v1/business-types';

/** A single word of letters, as codes, types and categories are. Names, e-mail addresses and numbers in the wrong field rarely are. */
const WORD = /^[A-Za-z][A-Za-z_/-]{0,39}$/;

/** `not "Castle"`, to end a rule; empty for a value that a message must not repeat. */
export function butNot(input: unknown): string {
  return isTellable(input) ? `, not "${input}"` : '';
}

/** `names "Castle", which is not a business type`; without the value if a message must not repeat it. */
export function namesWhatIsNot(input: unknown, what: string): string {
  return isTellable(input) ? `names "${input}", which is not ${what}` : `is not ${what}`;
}

function isTellable(input: unknown): input is string {
  return typeof input === 'string' && WORD.test(input);
}
