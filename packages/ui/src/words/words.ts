// Names of API codes on the pages of both sites.

import type { AddressRecord, DocumentStatus, NextAction, VerificationStatus } from '@onboarding/contract';
import type { Tone } from '../theme/tones.ts';

export const STATUSES = {
  PendingVerification: { label: 'Waiting for review', color: 'neutral' },
  StartedNotCompleted: { label: 'In review', color: 'progress' },
  ChangesRequested: { label: 'Changes requested', color: 'warning' },
  Approved: { label: 'Approved', color: 'success' },
  Rejected: { label: 'Rejected', color: 'danger' },
  NotStarted: { label: 'Not reviewed', color: 'neutral' },
} as const satisfies Record<VerificationStatus, { label: string; color: Tone }>;

export const STATUS_NAMES = Object.keys(STATUSES) as VerificationStatus[];

export const ACTIONS: Record<NextAction, string> = {
  None: 'None',
  AddPeople: 'Add people',
  CorrectData: 'Correct the data',
  UploadDocuments: 'Upload documents',
};

export const DOCUMENT_STATES: Record<DocumentStatus, { label: string; color: Tone }> = {
  LinkIssued: { label: 'Not uploaded', color: 'neutral' },
  Uploaded: { label: 'Being checked', color: 'progress' },
  Confirmed: { label: 'Confirmed', color: 'success' },
  Quarantined: { label: 'Quarantined', color: 'danger' },
  Rejected: { label: 'Rejected', color: 'danger' },
  Expired: { label: 'Link expired', color: 'neutral' },
  Superseded: { label: 'Replaced', color: 'neutral' },
};

const DEEDS: Record<string, string> = {
  'business.profile.created': 'Created',
  'business.profile.updated': 'Updated',
  'business.profile.erased': 'Data erased',
  'business.document.confirmed': 'Document confirmed',
  'business.document.rejected': 'Document rejected',
  'business.document.quarantined': 'Document quarantined',
  'business.document.viewed': 'Document viewed',
  'business.person.verdict': 'Person reviewed',
  'business.verification.updated': 'Status changed',
  'review.package.reassigned': 'Reassigned',
  'review.note.written': 'Note written',
  'review.document.viewed': 'Document opened',
  'review.document.verdict': 'Document reviewed',
  'review.decision.proposed': 'Decision proposed',
  'review.decision.withdrawn': 'Proposal withdrawn',
  'review.decision.returned': 'Proposal sent back',
  'review.screening.completed': 'Screened',
  'review.screening.requested': 'Screening requested',
  'review.hit.judged': 'Hit reviewed',
  'review.identity.compared': 'Number compared',
  'review.monitoring.opened': 'Review reopened',
  'review.monitoring.claimed': 'Claimed',
  'review.monitoring.released': 'Released',
  'review.monitoring.closed': 'Approval upheld',
};

/** The action of an audit entry, in words. */
export const deedOf = (action: string) => DEEDS[action] ?? action;

/** Codes whose words alone make no name. */
const NAMES: Record<string, string> = { MemorandumArticles: 'Memorandum and articles' };

/** CertificateOfIncorporation: "Certificate of incorporation"; DRIVING_LICENCE: "Driving licence". */
export function spelled(code: string): string {
  const name = NAMES[code];
  if (name !== undefined) return name;
  const words = /^[A-Z_]+$/.test(code) ? code.replaceAll('_', ' ') : code.replaceAll(/(?<=[a-z])(?=[A-Z\d])/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase();
}

const FIELDS: Record<string, string> = {
  businessPersonList: 'People',
  identities: 'Identity documents',
  incorporationCountryIso3Code: 'Country of incorporation',
  financials: 'Financial data',
  email: 'E-mail',
};

/** A field of the profile. */
export const fieldName = (name: string) => FIELDS[name] ?? spelled(name);

export const identityName = (code: string) =>
  ({ NATIOANL_ID: 'National ID', BVN: 'BVN', UBO: 'UBO', OTHERS: 'Other' })[code] ?? spelled(code);

/** A type of business: "Private limited company", but "LLC". */
export const businessTypeName = (code: string) => (/^[A-Z]{2,5}$/.test(code) ? code : spelled(code));

/** A reason of the catalogue: 'Document.WrongKind' as "Document: wrong kind". */
export function reasonName(code: string): string {
  const [subject = '', what] = code.split('.');
  return what === undefined ? spelled(code) : `${subject}: ${spelled(what).toLowerCase()}`;
}

/** Between commas, in this order; fields with the same number stay together. */
const ADDRESS_PARTS = {
  streetLine1: 0,
  streetLine2: 1,
  postalCode: 2,
  city: 2,
  state: 3,
  countryCode: 4,
} satisfies Record<keyof AddressRecord, number>;

/** An address on one line, without empty parts. */
export function addressLine(address: AddressRecord): string {
  const parts: string[] = [];
  for (const [field, at] of Object.entries(ADDRESS_PARTS)) {
    parts[at] = `${parts[at] ?? ''} ${address[field as keyof AddressRecord] ?? ''}`.trim();
  }
  return parts.filter((part) => part !== '').join(', ');
}
