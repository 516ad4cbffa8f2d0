// Actions of operators on partners. Each change takes effect at the partner's next request, has a reason, and is recorded.
import {
  type Certificate,
  type CertificateRegistration,
  type LimitsChange,
  type OperatedPartnerDetail,
  type OperatorAction,
  type OperatorActionPage,
  type OperatorActionQuery,
  type PartnerCreation,
  soundBody,
  type TeamInvitation,
  type TeamUser,
  type UserPage,
  type UserQuery,
} from '@onboarding/contract';
import { isUuid } from '@onboarding/platform/ids';
import type { Tx } from '@onboarding/platform/postgres';
import { type AccountContext, inviteAccount, listTeam, readTeamUser, visitorOf } from '../accounts/index.ts';
import type { Context } from '../context.ts';
import { checkRegistration, listCertificates, registerCertificate, revokeCertificate } from '../credentials/index.ts';
import { DomainError } from '../failure.ts';
import {
  createPartner,
  enterAsService,
  findPartnerRow,
  lockPartner,
  type PartnerRow,
  setLimits,
  setOnboardingStatus,
  setPartnerStatus,
  toPartner,
} from '../partners/index.ts';
import { type AccountChange, changeAccount } from './operated-account-service.ts';
import { listActions, type Operator, outsiderOf, recordAction } from './operator-log.ts';

type Clocked = Pick<Context, 'clock'>;

/** Also used after a change; the defaults are those of the responding process. */
export async function readOperatedPartner(
  tx: Tx,
  { clock }: Clocked,
  partnerId: string,
  defaultLimits: OperatedPartnerDetail['defaultLimits'],
): Promise<OperatedPartnerDetail> {
  const row = await knownPartner(tx, partnerId);
  return {
    ...toPartner(row),
    limits: limitsIn(row),
    defaultLimits,
    certificates: await listCertificates(tx, partnerId, clock.now()),
  };
}

/** The new partner is Pending and cannot be used until an operator approves it. */
export async function registerPartner(
  tx: Tx,
  context: Clocked,
  operator: Operator,
  { name }: PartnerCreation,
): Promise<{ partnerId: string; clientId: string }> {
  const made = await createPartner(tx, context, { name });
  const subject = { kind: 'Partner', id: made.partnerId } as const;
  await recordAction(tx, context, operator, {
    action: 'PartnerCreated',
    subject,
    details: { clientId: made.clientId },
  });
  return made;
}

interface StandingChange {
  action: OperatorAction;
  /** Whether there is anything to change. */
  differs: (row: PartnerRow) => boolean;
  /** Why the change is impossible; undefined if it is possible. */
  conflict?: (row: PartnerRow) => string | undefined;
  perform: (tx: Tx, partnerId: string) => Promise<void>;
}

const STANDING_CHANGES = {
  approve: {
    action: 'PartnerApproved',
    differs: ({ onboardingStatus }) => onboardingStatus !== 'Approved',
    perform: (tx, partnerId) => setOnboardingStatus(tx, partnerId, 'Approved'),
  },
  reject: {
    action: 'PartnerRejected',
    differs: ({ onboardingStatus }) => onboardingStatus !== 'Rejected',
    conflict: ({ onboardingStatus }) =>
      onboardingStatus === 'Approved' ? 'This partner is approved. Deactivate it instead.' : undefined,
    perform: (tx, partnerId) => setOnboardingStatus(tx, partnerId, 'Rejected'),
  },
  activate: {
    action: 'PartnerActivated',
    differs: ({ status }) => status !== 'Active',
    perform: (tx, partnerId) => setPartnerStatus(tx, partnerId, 'Active'),
  },
  deactivate: {
    action: 'PartnerDeactivated',
    differs: ({ status }) => status !== 'Inactive',
    perform: (tx, partnerId) => setPartnerStatus(tx, partnerId, 'Inactive'),
  },
} satisfies Record<string, StandingChange>;

export type StandingChangeName = keyof typeof STANDING_CHANGES;

/** Changes and records nothing if the partner already has that standing. */
export async function changeStanding(
  tx: Tx,
  context: Clocked,
  operator: Operator,
  { partnerId, change, reason }: { partnerId: string; change: StandingChangeName; reason: string },
): Promise<void> {
  const { action, differs, conflict, perform }: StandingChange = STANDING_CHANGES[change];
  const row = await lockedPartner(tx, partnerId);
  const message = conflict?.(row);
  if (message !== undefined) throw new DomainError('Operations.PartnerStateConflict', { message });
  if (!differs(row)) return;
  await perform(tx, partnerId);
  const details = { previousStatus: row.status, previousOnboardingStatus: row.onboardingStatus };
  await recordAction(tx, context, operator, { action, subject: { kind: 'Partner', id: partnerId }, reason, details });
}

export async function changeLimits(
  tx: Tx,
  context: Clocked,
  operator: Operator,
  partnerId: string,
  { reason, ...limits }: LimitsChange,
): Promise<void> {
  const before = limitsIn(await lockedPartner(tx, partnerId));
  const names = ['readsPerSecond', 'writesPerSecond', 'uploadLinksPerSecond'] as const;
  const changed = names.filter((name) => before[name] !== limits[name]);
  if (changed.length === 0) return;
  await setLimits(tx, partnerId, limits);
  const details = Object.fromEntries(changed.map((name) => [name, limits[name]]));
  const subject = { kind: 'Partner', id: partnerId } as const;
  await recordAction(tx, context, operator, { action: 'LimitsChanged', subject, reason, details });
}

export async function listPartnerUsers(
  tx: Tx,
  { clock }: Clocked,
  partnerId: string,
  query: UserQuery,
): Promise<UserPage> {
  await knownPartner(tx, partnerId);
  await enterAsService(tx, partnerId);
  return listTeam(tx, partnerId, query, clock.now());
}

/** Mainly for the first admin of a partner, who invites everyone else; or for another one, if no admin can sign in. */
export async function inviteToPartner(
  tx: Tx,
  context: AccountContext,
  operator: Operator,
  { partnerId, issuer, ...invited }: TeamInvitation & { partnerId: string; issuer: string },
): Promise<TeamUser> {
  await lockedPartner(tx, partnerId);
  const visitor = visitorOf(outsiderOf(operator, partnerId));
  const invitation = { realm: 'partner', partnerId, ...invited } as const;
  const made = await inviteAccount(tx, context, visitor, invitation, issuer);
  // Operators may look up any account, and an invitation that cannot be accepted would leave the partner without an admin.
  if (made.outcome === 'EmailTaken' || made.heldElsewhere) {
    throw new DomainError('Account.EmailTaken', {
      message:
        'An account with this e-mail address already exists, with this partner or another one. Invite the person with another address.',
    });
  }
  const { accountId } = made.account;
  const subject = { kind: 'Partner', id: partnerId } as const;
  await recordAction(tx, context, operator, {
    action: 'PersonInvited',
    subject,
    details: { accountId, role: invited.role },
  });
  await enterAsService(tx, partnerId);
  return readTeamUser(tx, partnerId, accountId, context.clock.now());
}

/** For actions that the partner's own admins cannot perform, mainly for the last admin after losing every second factor. */
export async function changePartnerUser(
  tx: Tx,
  context: AccountContext,
  operator: Operator,
  { partnerId, accountId, reason }: { partnerId: string; accountId: string; reason: string },
  change: AccountChange,
): Promise<TeamUser> {
  await knownPartner(tx, partnerId);
  await changeAccount(tx, context, operator, { accountId, partnerId }, change, reason);
  await enterAsService(tx, partnerId);
  return readTeamUser(tx, partnerId, accountId, context.clock.now());
}

export async function listPartnerActions(
  tx: Tx,
  partnerId: string,
  query: OperatorActionQuery,
): Promise<OperatorActionPage> {
  await knownPartner(tx, partnerId);
  return listActions(tx, { kind: 'Partner', id: partnerId }, query);
}

async function knownPartner(tx: Tx, partnerId: string): Promise<PartnerRow> {
  return present(isUuid(partnerId) ? await findPartnerRow(tx, partnerId) : undefined);
}

async function lockedPartner(tx: Tx, partnerId: string): Promise<PartnerRow> {
  return present(isUuid(partnerId) ? await lockPartner(tx, partnerId) : undefined);
}

function present(row: PartnerRow | undefined): PartnerRow {
  if (row === undefined) throw new DomainError('Operations.PartnerNotFound');
  return row;
}

function limitsIn({
  readsPerSecond,
  writesPerSecond,
  uploadLinksPerSecond,
}: PartnerRow): OperatedPartnerDetail['limits'] {
  return { readsPerSecond, writesPerSecond, uploadLinksPerSecond };
}

// Certificates, for a partner whose users cannot manage them in the portal.

export async function addCertificate(
  tx: Tx,
  context: Clocked,
  operator: Operator,
  { partnerId, ...registration }: CertificateRegistration & { partnerId: string },
): Promise<Certificate> {
  const now = context.clock.now();
  const checked = checkRegistration(soundBody(registration), now);
  const added = await registerCertificate(tx, { partnerId, accountId: null }, checked, now);
  await record(tx, context, operator, partnerId, { action: 'CertificateAdded', certificate: added, reason: null });
  return added;
}

/** Revoking again changes and records nothing. */
export async function withdrawCertificate(
  tx: Tx,
  context: Clocked,
  operator: Operator,
  { partnerId, certificateId, reason }: { partnerId: string; certificateId: string; reason: string },
): Promise<Certificate> {
  await knownPartner(tx, partnerId);
  const now = context.clock.now();
  const certificate = await revokeCertificate(tx, { partnerId, accountId: null }, certificateId, now);
  if (certificate.revokedAt === now.toISOString())
    await record(tx, context, operator, partnerId, { action: 'CertificateRevoked', certificate, reason });
  return certificate;
}

async function record(
  tx: Tx,
  context: Clocked,
  operator: Operator,
  partnerId: string,
  done: { action: 'CertificateAdded' | 'CertificateRevoked'; certificate: Certificate; reason: string | null },
): Promise<void> {
  const { action, certificate, reason } = done;
  const { certificateId, thumbprint } = certificate;
  const subject = { kind: 'Partner', id: partnerId } as const;
  await recordAction(tx, context, operator, { action, subject, reason, details: { certificateId, thumbprint } });
}
