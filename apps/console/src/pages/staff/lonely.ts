import type { StaffAccount } from '@onboarding/contract';

/** With a single operator, a lost phone would leave no one who could help. Only operators who can sign in count. */
export const lacksOperators = (users: readonly Pick<StaffAccount, 'role' | 'status'>[]): boolean =>
  users.filter(({ role, status }) => role === 'operator' && status === 'Active').length <= 1;
