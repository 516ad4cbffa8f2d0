// The steps of the setup and the partner's progress. Pure: everything is derived from data; nothing is ticked by hand.
import type { CustomerStatistics, Overview, SessionView } from '@onboarding/contract';

export type StepKind = 'credential' | 'token' | 'business' | 'webhook' | 'live';

export interface Step {
  kind: StepKind;
  title: string;
  state: 'done' | 'next' | 'later';
}

export function stepsOf(overview: Overview, session: Where): Step[] {
  const done: readonly [StepKind, string, boolean][] = [
    ['credential', 'Register a certificate', overview.credential.active > 0],
    ['token', 'Get a token', overview.token.lastIssuedAt !== null],
    ['business', 'Create your first customer', overview.business.exists],
    ['webhook', 'Receive a webhook', overview.webhook.lastSuccessAt !== null],
    ['live', 'Go live', isLive(overview, session)],
  ];
  const next = done.find(([, , isDone]) => !isDone)?.[0];
  return done.map(([kind, title, isDone]) => ({
    kind,
    title,
    state: isDone ? 'done' : kind === next ? 'next' : 'later',
  }));
}

type Where = Pick<SessionView, 'environment' | 'partner'>;

/** Outside production, the last step is to go to production. */
const isLive = (overview: Overview, where: Where) =>
  where.environment === 'production' && conditionsOf(overview, where).every(({ met }) => met);

/** Whether nothing is left to do in this environment. */
export const isComplete = (steps: readonly Step[], { environment }: Where) =>
  steps.every(({ kind, state }) => state === 'done' || (kind === 'live' && environment !== 'production'));

interface Condition {
  text: string;
  met: boolean;
  /** The page on which the condition can be met. */
  page?: '/team' | '/webhooks';
}

/** The conditions for production. */
export function conditionsOf(overview: Overview, { partner }: Where): Condition[] {
  return [
    { text: 'Your organisation is approved', met: partner?.onboardingStatus === 'Approved' },
    { text: 'At least two admins, in case one is locked out', met: overview.team.admins >= 2, page: '/team' },
    { text: 'The webhook is active', met: overview.webhook.status === 'Active', page: '/webhooks' },
  ];
}

// Texts of the home page about certificates and customers.

/** Used while no certificate is about to expire. */
export function certificatesWords(active: Overview['credential']['active']): string {
  if (active === 0) return 'No certificate is valid: your systems cannot get tokens.';
  return `${active === 1 ? 'One certificate is' : `${active} certificates are`} valid; none expires soon.`;
}

/** The statistics omit statuses without customers. */
export const customersWith = (status: string, byStatus: CustomerStatistics['byStatus']): number =>
  byStatus.find((one) => one.verificationStatus === status)?.customers ?? 0;
