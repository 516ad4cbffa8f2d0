// Actions of operators on accounts by command and, for users of partners, in the console: with the same rules as for managers
// in the portal and the console. The operator log records the name.
import type { OperatorAction, PartnerRole, StaffAccountDetail, StaffInvitation, StaffRole } from '@onboarding/contract';
import type { Tx } from '@onboarding/platform/postgres';
import {
  type Account,
  type AccountContext,
  actOn,
  changeRole,
  disableColleague,
  enableColleague,
  inviteAgain,
  inviteStaff,
  resetColleague,
  signOutColleague,
  type TeamAction,
} from '../accounts/index.ts';
import { type Operator, outsiderOf, recordAction } from './operator-log.ts';

export interface AccountChange {
  action: OperatorAction;
  perform: TeamAction;
  /** Whether there is anything to change. */
  differs?: (account: Account) => boolean;
  details?: Record<string, string>;
}

export const accountChanges = {
  role: (role: PartnerRole | StaffRole): AccountChange => ({
    action: 'PersonRoleChanged',
    perform: changeRole(role),
    differs: (account) => account.role !== role,
    details: { role },
  }),
  disable: {
    action: 'PersonDisabled',
    perform: disableColleague,
    differs: ({ status }) => status !== 'Disabled',
  } satisfies AccountChange,
  enable: {
    action: 'PersonEnabled',
    perform: enableColleague,
    differs: ({ status }) => status === 'Disabled',
  } satisfies AccountChange,
  inviteAgain: (issuer: string): AccountChange => ({ action: 'PersonInvited', perform: inviteAgain(issuer) }),
  resetFactors: (issuer: string): AccountChange => ({ action: 'PersonFactorsReset', perform: resetColleague(issuer) }),
  signOut: { action: 'PersonSignedOut', perform: signOutColleague } satisfies AccountChange,
};

/** Changes and records nothing if the account already has that state. */
export async function changeAccount(
  tx: Tx,
  context: AccountContext,
  operator: Operator,
  { accountId, partnerId }: Pick<Account, 'accountId' | 'partnerId'>,
  { action, perform, differs, details = {} }: AccountChange,
  reason: string | null = null,
): Promise<void> {
  await actOn(tx, context, outsiderOf(operator, partnerId), accountId, async (_tx, _context, manager, colleague) => {
    if (differs?.(colleague) === false) return;
    await perform(tx, context, manager, colleague);
    const subject =
      partnerId === undefined
        ? ({ kind: 'Account', id: accountId } as const)
        : ({ kind: 'Partner', id: partnerId } as const);
    await recordAction(tx, context, operator, { action, subject, reason, details: { accountId, ...details } });
  });
}

/** Also used for the first operator, whom no one could invite in the console. */
export async function inviteToStaff(
  tx: Tx,
  context: AccountContext,
  operator: Operator,
  { issuer, ...invited }: StaffInvitation & { issuer: string },
): Promise<StaffAccountDetail> {
  const person = await inviteStaff(tx, context, { team: undefined }, invited, issuer);
  const subject = { kind: 'Account', id: person.accountId } as const;
  const details = { accountId: person.accountId, role: invited.role };
  await recordAction(tx, context, operator, { action: 'PersonInvited', subject, details });
  return person;
}
