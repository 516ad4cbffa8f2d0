// Owns: the people who sign in, their passwords, second factors, recovery codes, links and sessions, and the record of what happened
// to their accounts. Refuses: guessing (by growing delays), any link or code a second time, and an account without a second
// factor. Of a password, a recovery code and a link only hashes are kept.
export {
  type Account,
  type AccountContext,
  type Invitation,
  invitationShape,
  type KnownDevice,
  type Visitor,
} from './account.ts';
export {
  type AccountSession,
  disableAccount,
  enableAccount,
  findAccount,
  listAccountSessions,
  listAccounts,
  listAccountsByEmail,
  resetFactors,
  signOutEverywhere,
} from './account-service.ts';
export { deleteOldAttempts } from './attempt-store.ts';
export { deleteExpiredLinks, deleteExpiredSessions } from './expired-store.ts';
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
} from './factor-service.ts';
export { acceptInvitation, findInvited, inviteAccount } from './invitation-service.ts';
export { isLinkToken } from './link.ts';
export { listPartnerAdmins, type PartnerAdmin } from './partner-admins-store.ts';
export { type PasskeySite, passkeySite } from './passkey.ts';
export { hashPassword, PASSWORD_LENGTH, type PasswordOwner, passwordProblem } from './password.ts';
export { askForReset, changePassword, findReset, resetPassword } from './password-service.ts';
export {
  endAllSessions,
  enterSession,
  listSessions,
  openSession,
  type PersonSession,
  type SignIn,
  signOut,
  stepUpUntil,
  toSessionView,
} from './session-service.ts';
export { isSessionValue, makeSessionValue } from './session-value.ts';
export { beginSignIn, endProviderSession, type LiveSignIn, type ProviderSession, useSignIn } from './sign-in.ts';
export {
  type AttemptOutcome,
  checkPassword,
  checkSecondFactor,
  type Proof,
  type ProofMethod,
} from './sign-in-service.ts';
export { deleteExpiredSignIns } from './sign-in-store.ts';
export { listStaffNames } from './staff-names-store.ts';
export { findStaffMember, type StaffMember } from './staff-store.ts';
export { makeTotpSecret, totpUri } from './totp.ts';
