// Access: users, their sessions, certificates, and the dialog that changes any of them.

export { AccountDialog } from './account-actions.tsx';
export { AccountAccess, AccountCard, AccountFacts, AccountSessions } from './account-cards.tsx';
export { type AccountChange, accountChanged, isOffered } from './account-changes.ts';
export { AccountMenu } from './account-menu.tsx';
export { ActionDialog } from './action-dialog.tsx';
export { CertificateState } from './certificate-state.tsx';
export { daysLeftInWords, isUrgent } from './certificate-words.ts';
export { RoleChoice } from './role-choice.tsx';
export { RoleDialog } from './role-dialog.tsx';
export { SessionsTable, type ShownSession } from './sessions-table.tsx';
export { userColumns } from './user-columns.tsx';
export { announceInvitation, UserFields } from './user-fields.tsx';
export { UserStatus } from './user-status.tsx';
export { deviceOf, factorsOf } from './user-words.ts';
