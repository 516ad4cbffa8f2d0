// Owns: the log of customer data shown to our staff: who, what, when and from where. Code that shows customer data records it
// in the same transaction, so that nothing is shown without a record. A file is recorded when its first bytes were sent; if
// that fails, sending stops.

export { listStaffReads, recordReads, type StaffReader } from './staff-read-service.ts';
export { ANCHORED_READS, type Shown, STREAMED_READS } from './staff-read-store.ts';
