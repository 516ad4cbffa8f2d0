import type { AccountChange } from '@onboarding/ui/access';

/** The operator's changes to an account, as the URL names them. */
export const ACCOUNT_CHANGES = [
  'sign-out',
  'reset',
  'disable',
  'enable',
  'invite-again',
] as const satisfies readonly AccountChange[];
