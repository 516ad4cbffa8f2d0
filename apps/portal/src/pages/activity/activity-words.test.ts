import type { Activity } from '@onboarding/contract';
import { expect, test } from 'vitest';
import { actorOf, sentenceOf } from './activity-words.ts';

const ANA = { kind: 'Person', accountId: 'a', name: 'Ana' };
const BEN = { id: 'b', name: 'Ben' };
const entry = (kind: string, action: string, given: object = {}) =>
  ({ kind, action, actor: ANA, subject: null, detail: null, ...given }) as Activity;

test.each<[kind: string, action: string, given: object, sentence: string]>([
  ['Team', 'Invited', { subject: BEN, detail: 'developer' }, 'Invited Ben as developer'],
  ['Team', 'Invited', {}, 'Invited someone as a colleague'],
  ['Team', 'RoleChanged', { subject: BEN, detail: 'admin' }, 'Changed the role of Ben to admin'],
  ['Team', 'RoleChanged', { subject: BEN }, 'Changed the role of Ben to another one'],
  ['Team', 'Disabled', { subject: BEN }, 'Disabled Ben'],
  ['Team', 'Enabled', { subject: BEN }, 'Enabled Ben'],
  ['Team', 'SignedOutEverywhere', { subject: BEN }, 'Signed Ben out everywhere'],
  ['Team', 'SignedOutEverywhere', { subject: { id: 'a', name: 'Ana' } }, 'Signed out everywhere'],
  ['Team', 'SignedOutEverywhere', { actor: { ...ANA, accountId: null } }, 'Signed someone out everywhere'],
  ['Team', 'SignedOutEverywhere', {}, 'Signed someone out everywhere'],
  ['Team', 'InvitationAccepted', {}, 'Accepted the invitation'],
  ['Team', 'FactorAdded', {}, 'Added a second factor'],
  ['Team', 'FactorRemoved', {}, 'Removed a second factor'],
  ['Team', 'FactorsReset', { subject: BEN }, 'Reset the second factors of Ben'],
  ['Team', 'RecoveryCodesReplaced', {}, 'Created new recovery codes'],
  ['Team', 'RecoveryCodeUsed', {}, 'Signed in with a recovery code'],
  ['Team', 'PasswordChanged', {}, 'Changed their password'],
  ['Team', 'PasswordReset', {}, 'Chose a new password after forgetting the old one'],
  ['Webhook', 'SecretRotated', {}, 'Rotated the webhook’s secret'],
  ['Webhook', 'Paused', {}, 'Paused the webhook'],
  ['Webhook', 'Resumed', {}, 'Resumed the webhook'],
  ['Webhook', 'Degraded', {}, 'Detected that most deliveries are failing'],
  ['Webhook', 'Recovered', {}, 'Detected that deliveries are succeeding again'],
  ['Webhook', 'ReplayRequested', {}, 'Requested a replay of events'],
  ['Webhook', 'ReplayCancelled', {}, 'Cancelled a replay of events'],
  ['Webhook', 'Enabled', {}, 'Enabled the webhook'],
  ['Webhook', 'Disabled', {}, 'Disabled the webhook because no delivery succeeded'],
  ['Webhook', 'Registered', {}, 'Registered the webhook'],
  ['Webhook', 'Registered', { detail: 'https://a.example' }, 'Registered the webhook at https://a.example'],
  ['Webhook', 'UrlReplaced', {}, 'Replaced the webhook’s URL'],
  ['Webhook', 'UrlReplaced', { detail: 'https://b.example' }, 'Moved the webhook to https://b.example'],
  ['Credential', 'Registered', { subject: { id: 'c', name: 'main' } }, 'Registered the certificate “main”'],
  ['Credential', 'Revoked', { subject: { id: 'c', name: 'main' } }, 'Revoked the certificate “main”'],
  ['Export', 'CustomersExported', { detail: '3 rows; q' }, 'Exported customers: 3 rows. With a search'],
  ['Export', 'DeliveriesExported', { detail: '1 row' }, 'Exported deliveries: 1 row'],
  ['Export', 'ActivityExported', {}, 'Exported activity'],
  ['Webhook', 'Unheard', {}, 'Unheard'],
  ['Unheard', 'Registered', {}, 'Registered'],
])('describes %s, %s, %j as "%s"', (kind, action, given, sentence) => {
  expect(sentenceOf(entry(kind, action, given))).toBe(sentence);
});

test.each([
  ['Operator', 'a', 'Olu', { words: 'Our operators' }],
  ['Service', null, null, { words: 'Automatic' }],
  ['Person', 'a', 'Ana', { words: 'Ana', person: 'a' }],
  ['Person', 'a', null, { words: 'A person', person: 'a' }],
  ['Person', null, 'Ana', { words: 'Ana' }],
])('names an actor of the kind %s with the account %s and the name %s', (kind, accountId, name, actor) => {
  expect(actorOf({ kind, accountId, name } as Activity['actor'])).toEqual(actor);
});
