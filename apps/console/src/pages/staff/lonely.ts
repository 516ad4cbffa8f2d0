import type { StaffAccount } from '@onboarding/contract';

/** With one operator alone, a lost telephone would leave nobody who could help. Only those who can sign in count. */
export const lacksOperators = (people: readonly Pick<StaffAccount, 'role' | 'status'>[]): boolean =>
  people.filter(({ role, status }) => role === 'operator' && status === 'Active').length <= 1;
