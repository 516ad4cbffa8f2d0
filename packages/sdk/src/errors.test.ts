import { expect, test } from 'vitest';
import { InvalidRequestError, toApiError } from './errors.ts';

const refused = (message: string, ...details: [pointer: string, message: string][]) =>
  toApiError({
    status: 400,
    code: 'PhoneNumber.Invalid',
    message,
    details: details.map(([pointer, text]) => ({ pointer, code: 'PhoneNumber.Invalid', message: text })),
  });

test.each<[string, [pointer: string, message: string][], string]>([
  ['a nested field', [['/businessPersonList/1/phone', 'phone is odd.']], 'phone is odd. (/businessPersonList/1/phone)'],
  ['a field of the body', [['/phoneNumber', 'phone is odd.']], 'phone is odd.'],
  ['a query parameter', [['?limit', 'phone is odd.']], 'phone is odd.'],
  ['the body', [['', 'phone is odd.']], 'phone is odd.'],
  ['details with another text', [['/businessPersonList/1/phone', 'Other.']], 'phone is odd.'],
  ['no details', [], 'phone is odd.'],
])(
  'the message about %s says where it is, if the name does not; the details stay as they are',
  (_what, details, message) => {
    const error = refused('phone is odd.', ...details);
    expect(error).toBeInstanceOf(InvalidRequestError);
    expect(error.message).toBe(message);
    expect(error.details.map((one) => [one.pointer, one.message])).toEqual(details);
  },
);
