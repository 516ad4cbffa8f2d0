import type { WebhookChange } from '@onboarding/contract';
import { expect, test } from 'vitest';
import { whatHappened, whoDid } from './change-words.ts';

test.each([
  ['Person', 'Ada Lind', 'Ada Lind'],
  ['Person', null, 'A former colleague'],
  ['Operator', 'Ada Lind', 'Our support'],
  ['Service', null, 'Automatic'],
])('names the actor %s %s as "%s"', (actorKind, name, words) => {
  expect(whoDid({ actorKind, name } as WebhookChange)).toBe(words);
});

test.each([
  [{ action: 'Registered', host: 'a.example' }, 'Registered the webhook at a.example'],
  [{ action: 'Registered', host: null }, 'Registered the webhook at an address'],
  [
    { action: 'UrlReplaced', host: 'b.example', previousHost: 'a.example' },
    'Changed the address from a.example to b.example',
  ],
  [{ action: 'UrlReplaced', host: 'a.example', previousHost: 'a.example' }, 'Replaced the address at a.example'],
  [{ action: 'Disabled', disabledReason: 'Gone' }, 'Sending stopped: the receiver answered 410 twice'],
  [{ action: 'Disabled', disabledReason: null }, 'Sending stopped: no delivery was accepted for too long'],
  [{ action: 'Degraded' }, 'The receiver started failing'],
  [{ action: 'SomethingNew' }, 'SomethingNew'],
])('describes the change %j as "%s"', (change, words) => {
  expect(whatHappened(change as unknown as WebhookChange)).toBe(words);
});
