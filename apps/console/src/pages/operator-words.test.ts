import { expect, test } from 'vitest';
import { whatOf } from './operator-words.ts';

type Entry = Parameters<typeof whatOf>[0];

test.each<[Entry['action'], Entry['details'], string]>([
  ['PartnerApproved', {}, 'Approved the partner'],
  ['PartnerDeactivated', {}, 'Deactivated the partner'],
  ['RulesActivated', { version: 3 }, 'Activated version 3 of the rules'],
  ['RulesDrafted', { version: 4 }, 'Added version 4 of the rules as a draft'],
  [
    'LimitsChanged',
    { readsPerSecond: 50, uploadLinksPerSecond: null, other: 1 },
    'Changed the limits: reads 50, upload links default, other 1',
  ],
  ['SomethingNew' as Entry['action'], {}, 'SomethingNew'],
])('%s with %j is "%s"', (action, details, words) => {
  expect(whatOf({ action, details })).toBe(words);
});
