// Owns: the log of customer data shown to our staff: who, what, when and from where. Refuses: nothing; but code that shows
// customer data records it in the same transaction, so what cannot be recorded is not shown. A file is recorded when its first
// bytes have left, and what cannot be recorded gets no more of it.

export { listStaffReads, recordReads, type StaffReader } from './staff-read-service.ts';
export { ANCHORED_READS, type Shown } from './staff-read-store.ts';
