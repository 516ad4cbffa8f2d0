// Names and descriptions of the staff roles.
import type { AccountAction, StaffAccount, StaffAccountDetail, StaffRole } from '@onboarding/contract';

export const ROLES: Record<StaffRole, { name: string; may: string }> = {
  analyst: { name: 'Analyst', may: 'Reviews businesses and decides on them, together with a second analyst.' },
  supervisor: {
    name: 'Supervisor',
    may: 'Does what analysts do, and also reassigns packages and reopens rejected businesses.',
  },
  auditor: { name: 'Auditor', may: 'Reads everything about reviews and changes nothing.' },
  operator: { name: 'Operator', may: 'Manages partners, staff, reference data and jobs. Cannot see businesses.' },
};

// Changes of a colleague's account, in words.

const WORDS: Record<AccountAction, string> = {
  Invited: 'Invited',
  InvitationAccepted: 'Accepted the invitation',
  RoleChanged: 'Role changed',
  Disabled: 'Disabled',
  Enabled: 'Enabled',
  SignedOutEverywhere: 'Signed out everywhere',
  FactorAdded: 'Added a second factor',
  FactorRemoved: 'Removed a second factor',
  FactorsReset: 'Second factors reset',
  RecoveryCodesReplaced: 'Created new recovery codes',
  RecoveryCodeUsed: 'Used a recovery code',
  PasswordChanged: 'Changed the password',
  PasswordReset: 'Reset the password',
};

export const changeWords = ({
  action,
  role,
}: Pick<StaffAccountDetail['changes'][number], 'action' | 'role'>): string =>
  role === null ? WORDS[action] : `${WORDS[action]}: ${ROLES[role].name.toLowerCase()}`;

/** With a single operator, a lost phone would leave no one who could help. Only operators who can sign in count. */
export const lacksOperators = (users: readonly Pick<StaffAccount, 'role' | 'status'>[]): boolean =>
  users.filter(({ role, status }) => role === 'operator' && status === 'Active').length <= 1;
