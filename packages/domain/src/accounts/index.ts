// Owns: people and how they prove who they are.
export { deleteExpiredLinks, deleteExpiredSessions } from './expired-store.ts';
export { listPartnerAdmins, type PartnerAdmin } from './partner-admins-store.ts';
