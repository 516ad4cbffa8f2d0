// Owns: the way of a file from the link to its confirmation. Refuses: what is empty, too large, not what it claims to be, or
// infected; and to confirm anything that was not scanned.
export { giveUploadLink, type LinkOutcome } from './upload-link-service.ts';
