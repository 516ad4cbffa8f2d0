import { SECRET_OVERLAP_HOURS } from '@onboarding/contract/limits';
import { expect, test } from 'vitest';
import type { Verdict } from './signature.ts';
import { answerTo, canCheck, isCompared } from './signature-words.ts';

test.each([
  ['whsec_x', 'Svc-Id: 1', true],
  [' ', 'Svc-Id: 1', false],
  ['whsec_x', ' \n', false],
])('with the secret %j and the headers %j, a check is offered: %s', (secret, headers, offered) => {
  expect(canCheck({ secret, headers, computed: '' })).toBe(offered);
});

test("compares the signature of the receiver's code only if it is given", () => {
  const compared = ['', ' ', 'abc'].map((computed) => isCompared({ secret: '', headers: '', computed }));
  expect(compared).toEqual([false, false, true]);
});

test.each<[Verdict, boolean, boolean, string, string]>([
  [{ kind: 'Right', previous: false }, false, true, 'The signature is valid', 'paste the signature that your code'],
  [{ kind: 'Right', previous: false }, true, true, 'The signature is valid', 'computed the same signature'],
  [{ kind: 'Right', previous: true }, true, true, 'The signature is valid', `for ${SECRET_OVERLAP_HOURS} hours`],
  [{ kind: 'SecretUnreadable' }, false, false, 'The signature does not match', 'not a webhook secret'],
  [{ kind: 'HeaderMissing', header: 'Svc-Id' }, false, false, 'The signature does not match', 'Svc-Id is missing'],
  [{ kind: 'OtherEvent', eventId: 'e9' }, false, false, 'The signature does not match', 'another event (e9)'],
  [{ kind: 'OtherSecret' }, false, false, 'The signature does not match', 'with a different secret'],
  [{ kind: 'Unknown' }, true, false, 'The signature does not match', 'None of the usual mistakes'],
])('explains the verdict %j, own signature given: %s', (verdict, compared, isRight, title, words) => {
  expect(answerTo(verdict, compared)).toEqual({ isRight, title, words: expect.stringContaining(words) });
});

test('explains each mistake', () => {
  const mistakes = ['UndecodedSecret', 'HexOutput'] as const;
  expect(answerTo({ kind: 'Mistakes', mistakes: [...mistakes] }, true)).toEqual({
    isRight: false,
    title: 'We found the mistakes',
    words: [expect.stringContaining('Decode the part after whsec_'), expect.stringContaining('hex')],
  });
  expect(answerTo({ kind: 'Mistakes', mistakes: ['BodyOnly'] }, true).title).toBe('We found the mistake');
});
