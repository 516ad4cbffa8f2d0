import type { AccountChange } from '@onboarding/ui/access';

/** What an operator can do to somebody's account, as the URL names it. */
export const ACCOUNT_CHANGES = [
  'sign-out',
  'reset',
  'disable',
  'enable',
  'invite-again',
] as const satisfies readonly AccountChange[];
