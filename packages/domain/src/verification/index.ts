// Owns: what analysts do with a package, from the claim to the decision that two of them make. Refuses: work on a package
// that another analyst has, decisions without reasons, and a confirmation by whoever proposed.
export { claimPackage, releasePackage } from './claim-service.ts';
export { unsealNote } from './note.ts';
export { listNotes, type NoteRow } from './note-store.ts';
export { listVerdicts, type VerdictRow } from './verdict-store.ts';
