// Actions of managers on other accounts: of an admin on a colleague of the same partner, or of an operator on our own staff.
// Nobody can change their own access, and the last person who can manage the others cannot be removed.
import { DAY_MS, INVITATIONS_PER_DAY, type PartnerRole, type StaffRole } from '@onboarding/contract';
import { isUuid } from '@onboarding/platform/ids';
import type { Tx } from '@onboarding/platform/postgres';
import type { Person } from '../../context.ts';
import { DomainError } from '../../failure.ts';
import { type Account, type AccountContext, toAccount, type Visitor } from '../account/account.ts';
import { countInvitations, recordAccountEvent } from '../account/account-event-store.ts';
import { lockAccount } from '../account/account-store.ts';
import { disableAccount, enableAccount, resetFactors, signOutEverywhere } from './account-service.ts';
import { mailInvitation } from './invitation-service.ts';
import { countOtherManagers, queueForTeam, setRole, type Team } from './team-store.ts';

/** The manager and the origin of the request: an admin manages the users of their organisation, an operator our staff. */
export interface Manager<P extends Person = Person> {
  person: P;
  address: string;
}

/**
 * An operator who is not a member of the team, or has no account: can manage the users of any team, even if it has no manager
 * left.
 */
export interface Outsider {
  team: Team;
  /** The operator's account in the console. */
  actorId?: string;
}

type AnyManager = Manager | Outsider;

/** Returns nothing; the caller reads the account again. */
export type TeamAction = (tx: Tx, context: AccountContext, manager: AnyManager, colleague: Account) => Promise<void>;

function teamOf(manager: AnyManager): Team {
  if (!('person' in manager)) return manager.team;
  return manager.person.realm === 'partner' ? manager.person.partnerId : undefined;
}

/** Locks the colleague, after all other changes of the same team, and performs the action. */
export async function actOn(
  tx: Tx,
  context: AccountContext,
  manager: AnyManager,
  accountId: string,
  action: TeamAction,
): Promise<void> {
  const team = teamOf(manager);
  await queueForTeam(tx, team);
  const row = isUuid(accountId) ? await lockAccount(tx, accountId) : undefined;
  if (row === undefined || (row.partnerId ?? undefined) !== team) throw new DomainError('Account.NotFound');
  await action(tx, context, manager, toAccount(row));
}

export function changeRole(role: PartnerRole | StaffRole): TeamAction {
  return async (tx, context, manager, colleague) => {
    if (colleague.role === role) return;
    await refuseToLock(tx, manager, colleague);
    const { accountId, realm } = colleague;
    await setRole(tx, accountId, role);
    const changed = { kind: 'RoleChanged', accountId, realm, reason: role } as const;
    await recordAccountEvent(tx, visitorOf(manager), changed, context.clock.now());
  };
}

export const disableColleague: TeamAction = async (tx, context, manager, colleague) => {
  if (colleague.status === 'Disabled') return;
  await refuseToLock(tx, manager, colleague);
  await disableAccount(tx, context, visitorOf(manager), colleague);
};

export const enableColleague: TeamAction = async (tx, context, manager, colleague) => {
  if (colleague.status === 'Disabled') await enableAccount(tx, context, visitorOf(manager), colleague);
};

export function inviteAgain(issuer: string): TeamAction {
  return async (tx, context, manager, colleague) => {
    if (colleague.status === 'Active')
      throw conflict('This person has accepted the invitation. There is nothing to send.');
    if (colleague.status === 'Disabled') throw conflict('This person is disabled. Enable the account first.');
    if ('person' in manager) await refuseTooMany(tx, teamOf(manager), context.clock.now());
    await mailInvitation(tx, context, visitorOf(manager), colleague, issuer);
  };
}

export function resetColleague(issuer: string): TeamAction {
  return async (tx, context, manager, colleague) => {
    await refuseToLock(tx, manager, colleague);
    if (colleague.status === 'Invited')
      throw conflict('This person has no second factor yet. Send the invitation again instead.');
    if (colleague.status === 'Disabled') throw conflict('This person is disabled. Enable the account first.');
    await resetFactors(tx, context, visitorOf(manager), colleague, issuer);
  };
}

export const signOutColleague: TeamAction = (tx, context, manager, colleague) =>
  signOutEverywhere(tx, context, visitorOf(manager), colleague);

const MANAGERS = {
  partner: { role: 'admin', last: 'Account.LastAdmin', own: undefined },
  staff: {
    role: 'operator',
    last: 'Operations.LastOperator',
    own: 'You cannot change your own access, so that a mistake cannot lock you out. Ask another operator.',
  },
} as const;

/**
 * Counted under the lock of the team: if two managers act on each other concurrently, the second finds no other manager left.
 */
async function refuseToLock(tx: Tx, manager: AnyManager, { accountId, role, status }: Account): Promise<void> {
  if (!('person' in manager)) return;
  const { person } = manager;
  const managers = MANAGERS[person.realm];
  const manages = role === managers.role && status === 'Active';
  if (manages && (await countOtherManagers(tx, teamOf(manager), accountId)) === 0) throw new DomainError(managers.last);
  if (accountId === person.accountId)
    throw new DomainError('Account.OwnAccount', managers.own === undefined ? {} : { message: managers.own });
}

/** There is no limit for operators, who invite our own staff. */
export async function refuseTooMany(tx: Tx, team: Team, now: Date): Promise<void> {
  if (team === undefined) return;
  const sent = await countInvitations(tx, team, new Date(now.getTime() - DAY_MS));
  if (sent >= INVITATIONS_PER_DAY) throw new DomainError('Account.TooManyInvitations');
}

function conflict(message: string): DomainError {
  return new DomainError('Account.StateConflict', { message });
}

export function visitorOf(manager: AnyManager): Visitor {
  // The affected users can see that an operator did it, but not which one or from where.
  if (!('person' in manager)) {
    const { actorId } = manager;
    return { address: 'operator', userAgent: undefined, ...(actorId === undefined ? {} : { actorId }) };
  }
  return { address: manager.address, userAgent: undefined, actorId: manager.person.accountId };
}
