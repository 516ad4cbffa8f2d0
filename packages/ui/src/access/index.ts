// Access: users, their sessions, certificates, and the dialog that changes any of them.

export { daysLeftInWords, deviceOf, factorsOf, isUrgent } from './access-words.ts';
export { AccountDialog, AccountMenu } from './account-actions.tsx';
export {
  AccountAccess,
  AccountCard,
  AccountFacts,
  AccountSessions,
  SessionsTable,
  type ShownSession,
} from './account-cards.tsx';
export { type AccountChange, accountChanged, isOffered } from './account-changes.ts';
export { ActionDialog } from './action-dialog.tsx';
export { CertificateState } from './certificate-state.tsx';
export { RoleChoice, RoleDialog } from './role-dialog.tsx';
export { announceInvitation, UserFields } from './user-fields.tsx';
export { UserStatus, userColumns } from './user-list.tsx';
