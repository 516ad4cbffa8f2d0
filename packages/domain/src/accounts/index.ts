// Owns: the people who sign in, and their sessions. Refuses: a session for an account that may not work, and one whose time
// is over.
export { deleteExpiredLinks, deleteExpiredSessions } from './expired-store.ts';
export { listPartnerAdmins, type PartnerAdmin } from './partner-admins-store.ts';
export {
  endAllSessions,
  endSession,
  enterSession,
  isSessionValue,
  listSessions,
  openSession,
  type PersonSession,
  type SignIn,
  stepUpUntil,
  toSessionView,
} from './session-service.ts';
