// Owns: what people of ours have looked at, each read once: who, what, when and from where. Refuses: nothing; but whoever shows
// something of a customer records it in the same transaction, so what cannot be recorded is not shown.
import type { StaffPerson } from '../context.ts';

/** Who is reading, and from where. */
export interface StaffReader {
  person: StaffPerson;
  /** As the API saw it, or the proxy that it trusts. */
  address: string;
}

export { listStaffReads, recordReads } from './staff-read-service.ts';
export type { Shown } from './staff-read-store.ts';
