// Changes of a colleague's account, in words.
import type { AccountAction, StaffAccountDetail } from '@onboarding/contract';
import { ROLES } from './roles.ts';

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
