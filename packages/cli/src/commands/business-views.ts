// Formats businesses for a terminal.
import type { BusinessProfile, BusinessProfileSummary, VerificationStatus } from '@onboarding/sdk';
import { type Page, toFacts, toTable, toTime } from '../output/layout.ts';
import { paintStatus } from '../output/paint.ts';

export function toBusinessTable(page: Page, businesses: readonly BusinessProfileSummary[]): string {
  return toTable(
    page,
    ['CUSTOMER', 'STATUS', 'REFERENCE', 'COMPANY'],
    businesses.map((one) => [
      one.customerId,
      paintStatus(page.paint, one.verificationStatus),
      one.partnerCustomerId,
      one.companyName,
    ]),
  );
}

export function toBusiness(page: Page, business: BusinessProfile): string {
  const people = business.businessPersonList.map((person) => [
    person.uboId,
    paintStatus(page.paint, person.verificationStatus),
    `${person.firstName} ${person.lastName}, ${person.ownershipType.join(' and ')}`,
  ]);
  const documents = business.documents.map((document) => [
    document.documentId,
    paintStatus(page.paint, document.status),
    [document.documentCategory, ...(document.refusal === null ? [] : [document.refusal])].join(': '),
  ]);
  return [
    toFacts(page, [
      ['Customer', business.customerId],
      ['Reference', business.partnerCustomerId],
      ['Company', business.companyName],
      ['Kind', `${business.businessTypeCode}, ${business.incorporationCountryIso3Code}, ${business.industry}`],
      ['Number', business.registrationNumber],
      ['Status', paintStatus(page.paint, business.verificationStatus)],
      ['Version', String(business.version)],
      ['Created', toTime(business.createdAt)],
      ['Updated', toTime(business.updatedAt)],
    ]),
    ...(people.length === 0 ? [] : [toTable(page, ['PERSON', 'STATUS', 'NAME AND ROLE'], people)]),
    ...(documents.length === 0 ? [] : [toTable(page, ['DOCUMENT', 'STATUS', 'CATEGORY'], documents)]),
  ].join('\n\n');
}

export function toStatus(page: Page, status: VerificationStatus): string {
  const documents = status.documents.map((one) => [one.documentId, paintStatus(page.paint, one.status)]);
  const people = status.people.map((one) => [one.uboId, paintStatus(page.paint, one.verificationStatus)]);
  return [
    toFacts(page, [
      ['Customer', status.customerId],
      ['Reference', status.partnerCustomerId],
      ['Status', paintStatus(page.paint, status.verificationStatus)],
      ['Since', toTime(status.statusChangedAt)],
      ['Attempt', String(status.attempt)],
      ['Next', status.nextAction],
      ...status.reasons.map((reason): [string, string] => ['Reason', toReason(reason)]),
    ]),
    ...(people.length === 0 ? [] : [toTable(page, ['PERSON', 'STATUS'], people)]),
    ...(documents.length === 0 ? [] : [toTable(page, ['DOCUMENT', 'STATUS'], documents)]),
  ].join('\n\n');
}

function toReason({ code, message, uboId, remediation }: VerificationStatus['reasons'][number]): string {
  const about = [
    ...(uboId === undefined ? [] : [`person ${uboId}`]),
    ...(remediation.fields ?? []),
    ...(remediation.documentCategories ?? []),
  ];
  return `${code}: ${message}${about.length === 0 ? '' : ` (${about.join(', ')})`}`;
}
