// Names of API codes on the customer pages.
import type { AuditActorKind, DocumentRefusal } from '@onboarding/contract';

export const REFUSALS: Record<DocumentRefusal, string> = {
  Empty: 'The file is empty. Check how your system reads it.',
  TooLarge:
    'The file is larger than 10 MiB, or an image of more than 60 megapixels. Scan it at a lower resolution, such as 300 dpi, or split it.',
  ContentMismatch:
    'The content does not match the file type, or the file is incomplete. Upload it again as a plain PDF, JPEG or PNG.',
  Infected: 'A virus scanner found malware. Clean your copy before you upload it again.',
  Unscannable: 'The virus scanner could not finish the file. Upload a simpler one, such as a new scan or print.',
};

export const ACTORS: Record<AuditActorKind, string> = {
  Client: 'Your system',
  PartnerPerson: 'Someone on your team',
  StaffPerson: 'Our analysts',
  Operator: 'Our operators',
  Service: 'Our service',
};

const REGIONS = new Intl.NumberFormat();
export const figure = (number: number) => REGIONS.format(number);
