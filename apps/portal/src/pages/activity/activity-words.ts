// Activity as sentences; the actor is shown beside each.
import type { AccountAction, Activity, CertificateAction, ExportAction, WebhookAction } from '@onboarding/contract';
import { exportWords } from './exported-filters.ts';

type Words = (entry: Activity) => string;

const nameOf = ({ subject }: Activity) => subject?.name ?? 'someone';
const isOwn = ({ actor, subject }: Activity) => actor.accountId !== null && actor.accountId === subject?.id;

const TEAM: Record<AccountAction, Words> = {
  Invited: (entry) => `Invited ${nameOf(entry)} as ${entry.detail ?? 'a colleague'}`,
  InvitationAccepted: () => 'Accepted the invitation',
  RoleChanged: (entry) => `Changed the role of ${nameOf(entry)} to ${entry.detail ?? 'another one'}`,
  Disabled: (entry) => `Disabled ${nameOf(entry)}`,
  Enabled: (entry) => `Enabled ${nameOf(entry)}`,
  SignedOutEverywhere: (entry) => (isOwn(entry) ? 'Signed out everywhere' : `Signed ${nameOf(entry)} out everywhere`),
  FactorAdded: () => 'Added a second factor',
  FactorRemoved: () => 'Removed a second factor',
  FactorsReset: (entry) => `Reset the second factors of ${nameOf(entry)}`,
  RecoveryCodesReplaced: () => 'Created new recovery codes',
  RecoveryCodeUsed: () => 'Signed in with a recovery code',
  PasswordChanged: () => 'Changed their password',
  PasswordReset: () => 'Chose a new password after forgetting the old one',
};

const WEBHOOK: Record<WebhookAction, Words> = {
  Registered: ({ detail }) => (detail === null ? 'Registered the webhook' : `Registered the webhook at ${detail}`),
  UrlReplaced: ({ detail }) => (detail === null ? 'Replaced the webhook’s URL' : `Moved the webhook to ${detail}`),
  SecretRotated: () => 'Rotated the webhook’s secret',
  Enabled: () => 'Enabled the webhook',
  Paused: () => 'Paused the webhook',
  Resumed: () => 'Resumed the webhook',
  Degraded: () => 'Detected that most deliveries are failing',
  Disabled: () => 'Disabled the webhook because no delivery succeeded',
  Recovered: () => 'Detected that deliveries are succeeding again',
  ReplayRequested: () => 'Requested a replay of events',
  ReplayCancelled: () => 'Cancelled a replay of events',
};

const CREDENTIAL: Record<CertificateAction, Words> = {
  Registered: (entry) => `Registered the certificate “${nameOf(entry)}”`,
  Revoked: (entry) => `Revoked the certificate “${nameOf(entry)}”`,
};

const exported = (list: string) => (entry: Activity) =>
  entry.detail === null ? `Exported ${list}` : `Exported ${list}: ${exportWords(entry.detail)}`;

const EXPORT: Record<ExportAction, Words> = {
  CustomersExported: exported('customers'),
  DeliveriesExported: exported('deliveries'),
  ActivityExported: exported('activity'),
};

const WORDS: Partial<Record<Activity['kind'], Partial<Record<Activity['action'], Words>>>> = {
  Team: TEAM,
  Webhook: WEBHOOK,
  Credential: CREDENTIAL,
  Export: EXPORT,
};

export function sentenceOf(entry: Activity): string {
  // A newer release may answer with kinds that this page does not know.
  return WORDS[entry.kind]?.[entry.action]?.(entry) ?? entry.action;
}

/** `person`: the account of a person of the partner, who has a page. */
export function actorOf({ kind, accountId, name }: Activity['actor']): { words: string | null; person?: string } {
  if (kind === 'Operator') return { words: 'Our operators' };
  if (kind === 'Service') return { words: 'Automatic' };
  return accountId === null ? { words: name } : { words: name ?? 'A person', person: accountId };
}
