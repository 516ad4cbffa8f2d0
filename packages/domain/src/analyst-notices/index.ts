// Owns: the notices of analysts: what concerns them, up to when they have seen it, and their daily mail about it.

export { NOTICE_MAILS_QUEUE, tellAnalysts } from './notice-mail-service.ts';
export { listOwnNotices, markNoticesSeen, readNoticeCounts } from './notice-service.ts';
