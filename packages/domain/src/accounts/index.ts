// Owns: users: passwords, second factors, recovery codes, links, sessions, saved filters, and the log of changes to their
// accounts. Refuses: guessing (with growing delays), using a link or code twice, and accounts without a second factor. Only
// hashes of passwords, recovery codes and links are stored.
export type {
  Account,
  AccountContext,
  Invitation,
  KnownDevice,
  Visitor,
} from './account/account.ts';
export {
  type AccountChangeRow,
  type ChangeRange,
  listAccountChanges,
  STREAMED_ACCOUNTS,
} from './account/account-event-store.ts';
export { deleteExpiredLinks, isLinkToken } from './account/link-store.ts';
export {
  countPartnerAdmins,
  findStaffAddress,
  findStaffMember,
  listPartnerAdmins,
  listReviewers,
  listReviewMailReceivers,
  listStaffNames,
  listUserNames,
  type StaffMember,
} from './account/user-store.ts';
export { makeTotpSecret, totpUri } from './factors/factor-codes.ts';
export {
  addSecondFactor,
  countUnusedCodes,
  listSecondFactors,
  removeSecondFactor,
  renewRecoveryCodes,
  type SecondFactor,
  type ShownFactor,
  startPasskeyAuthentication,
  startPasskeyRegistration,
} from './factors/factor-service.ts';
export { type PasskeySite, passkeySite } from './factors/passkey.ts';
export { hashPassword, passwordProblem } from './passwords/password.ts';
export { askForReset, changePassword, findReset, resetPassword } from './passwords/password-service.ts';
export { changeSavedFilters, readSavedFilters } from './saved-filters/saved-filter-service.ts';
export { deleteExpiredSessions } from './sessions/session-store.ts';
export { isSessionValue, makeSessionValue } from './sessions/session-value.ts';
export { rememberUnknownAccounts } from './sign-in/lockout.ts';
export {
  endAllSessions,
  endOwnSession,
  enterSession,
  listSessions,
  openSession,
  type SessionPlace,
  signOut,
  stepUpUntil,
  toSessionView,
  type UserSession,
} from './sign-in/session-service.ts';
export {
  type AttemptOutcome,
  beginSignIn,
  checkPassword,
  checkSecondFactor,
  endProviderSession,
  type FirstSignIn,
  type Proof,
  type SignInContext,
  signInAfterInvitation,
  useSignIn,
} from './sign-in/sign-in-service.ts';
export { deleteExpiredSignIns, deleteOldAttempts } from './sign-in/sign-in-store.ts';
export {
  type AccountSession,
  disableAccount,
  enableAccount,
  findAccount,
  listAccountSessions,
  listAccountsByEmail,
  resetFactors,
  signOutEverywhere,
} from './team/account-service.ts';
export {
  actOn,
  changeRole,
  disableColleague,
  enableColleague,
  inviteAgain,
  type Outsider,
  resetColleague,
  signOutColleague,
  type TeamAction,
  visitorOf,
} from './team/colleague-actions.ts';
export { acceptInvitation, findInvited, inviteAccount } from './team/invitation-service.ts';
export { inviteStaff, listStaff, manageStaff, readStaff } from './team/staff-service.ts';
export {
  changeNotifications,
  inviteUser,
  listTeam,
  manageColleague,
  readNotifications,
  readTeamUser,
  readUser,
} from './team/team-service.ts';
