// What can be wrong with people beyond the form of each field. Pure: works on whatever of a request is right by itself.
import {
  type BusinessPersonInput,
  type Candidate,
  DOCUMENT_LIMITS,
  type DocumentRefusal,
  type DocumentStatus,
  type IdentityInput,
  LIMITS,
  type Problem,
  problemAt,
  toPointer,
  type Warning,
} from '@onboarding/contract';
import { isValidPhoneNumber } from 'libphonenumber-js/min';
import { type Catalogue, checksumDisagrees, judgeIdentity } from '../requirements/index.ts';
import { emailKey, toIdentityType } from './person.ts';

type Path = readonly (string | number)[];

/** A document that a request names and that exists. */
export type NamedDocument =
  | { ofThisCustomer: false }
  | {
      ofThisCustomer: true;
      status: DocumentStatus;
      /** Why its file was refused. */
      refusal: DocumentRefusal | null;
      /** Whether nobody can tell at the moment if a file is there. */
      unseen: boolean;
    };

/** What rules report to, and what they ask. */
export interface Judgement {
  catalogue: Catalogue;
  /** By id in lower case, those of the request that exist. */
  documents: ReadonlyMap<string, NamedDocument>;
  /** YYYY-MM-DD, UTC. */
  today: string;
  problems: Problem[];
  warnings: Warning[];
}

export function judgePeople(
  people: readonly (Candidate<BusinessPersonInput> | undefined)[],
  path: Path,
  judgement: Judgement,
): void {
  people.forEach((person, index) => {
    if (person !== undefined) judgePerson(person, [...path, index], judgement);
  });
  judgeDuplicates(people, path, judgement);
  const combined = people.reduce((sum, person) => sum + (person?.percentageShare ?? 0), 0);
  if (combined > LIMITS.combinedShare) {
    judgement.problems.push(
      problemAt(
        path,
        'ValidationControl.Error',
        `has a combined percentageShare of ${combined}; at most 100 is possible`,
      ),
    );
  }
}

function judgeDuplicates(
  people: readonly (Candidate<BusinessPersonInput> | undefined)[],
  path: Path,
  { problems }: Judgement,
): void {
  const first = new Map<string, number>();
  people.forEach((person, index) => {
    if (person?.email === undefined) return;
    const key = emailKey(person.email);
    const earlier = first.get(key);
    if (earlier === undefined) first.set(key, index);
    else {
      const text = `is the same as that of person ${earlier}; every person of a request needs an e-mail of their own`;
      problems.push(problemAt([...path, index, 'email'], 'ValidationControl.Error', text));
    }
  });
}

function judgePerson(person: Candidate<BusinessPersonInput>, path: Path, judgement: Judgement): void {
  if (typeof person.birthDate === 'string' && person.birthDate >= judgement.today) {
    judgement.problems.push(problemAt([...path, 'birthDate'], 'ValidationControl.Error', 'must be in the past'));
  }
  judgeCountry(person.taxResidenceCountry, [...path, 'taxResidenceCountry'], judgement);
  judgeCountry(person.nationality, [...path, 'nationality'], judgement);
  judgePhone(person.phone, [...path, 'phone'], judgement);
  const residence = person.address?.countryCode;
  const residencePath = [...path, 'address', 'countryCode'];
  judgeCountry(residence, residencePath, judgement);
  if (
    residence !== undefined &&
    judgement.catalogue.countries.has(residence) &&
    !judgement.catalogue.requirements.has(residence)
  ) {
    const text = `is ${residence}, for which no identity documents are configured yet; ask us to open the country`;
    judgement.problems.push(problemAt(residencePath, 'OnboardingConfig.NotFound', text));
  }
  person.identities?.forEach((identity, index) => {
    if (identity !== undefined) judgeOneIdentity(identity, residence, [...path, 'identities', index], judgement);
  });
}

function judgeOneIdentity(
  identity: Candidate<IdentityInput>,
  residence: string | undefined,
  path: Path,
  judgement: Judgement,
): void {
  const { catalogue, today, problems, warnings } = judgement;
  const refuse = (field: string, text: string) =>
    problems.push(problemAt([...path, field], 'ValidationControl.Error', text));
  judgeCountry(identity.issuingCountry, [...path, 'issuingCountry'], judgement);
  const issuingCountry = catalogue.countries.has(identity.issuingCountry ?? '') ? identity.issuingCountry : undefined;
  const type = identity.identityTypeCode === undefined ? undefined : toIdentityType(identity.identityTypeCode);
  if (residence !== undefined && type !== undefined) {
    const facts = {
      residence,
      type,
      issuingCountry,
      value: identity.identityValue,
      // A date that is there but faulty has been told already; only one that was not sent is missing.
      hasIssueDate: 'issueDate' in identity && identity.issueDate !== null,
      hasExpiryDate: 'expiryDate' in identity && identity.expiryDate !== null,
    };
    for (const finding of judgeIdentity(catalogue, facts)) refuse(finding.field, finding.text);
  }
  judgeDocument(identity.documentUploadId, [...path, 'documentUploadId'], judgement);
  const { issueDate, expiryDate } = identity;
  if (typeof issueDate === 'string' && issueDate > today) refuse('issueDate', 'must not be in the future');
  if (typeof expiryDate === 'string') {
    if (expiryDate <= today) refuse('expiryDate', 'must be in the future');
    else if (typeof issueDate === 'string' && expiryDate <= issueDate) refuse('expiryDate', 'must be after issueDate');
  }
  if (type !== undefined && issuingCountry !== undefined && identity.identityValue !== undefined) {
    if (checksumDisagrees(issuingCountry, type, identity.identityValue)) {
      warnings.push({
        pointer: toPointer([...path, 'identityValue']),
        code: 'Identity.ChecksumMismatch',
        message:
          'The number has the right form, but its check digits do not agree with it. Please compare it with the document.',
      });
    }
  }
}

/** Why a document cannot be handed in, by how far it got; one that is not listed can be. */
const NOT_UPLOADED: Partial<Record<DocumentStatus, string>> = {
  LinkIssued: 'names a document whose file has not arrived; upload it to its link, then send this again',
  Expired: 'names a document whose link ended before a file arrived; ask for a new link and upload it there',
  Superseded:
    'names a document whose link was replaced before a file arrived; use the one that came with the newer link',
};

/** The same of a file that failed its check, by why. */
const REFUSED: Record<DocumentRefusal, string> = {
  Empty: 'names a document whose file was refused because it is empty; ask for a new link and upload it again',
  TooLarge: `names a document whose file was refused because it is larger than ${DOCUMENT_LIMITS.maxSizeBytes / 1024 / 1024} MiB; ask for a new link and upload a smaller one`,
  ContentMismatch:
    'names a document whose file was refused because its content is not what its content type says; ask for a new link and upload a right file',
  Infected:
    'names a document whose file was refused because it is infected; ask for a new link and upload a clean file',
};

/** The one place that judges a named document. `handedIn`: its file is meant, not only the place where it will be. */
export function judgeDocument(
  id: string | null | undefined,
  path: Path,
  { documents, problems }: Judgement,
  { handedIn = false } = {},
): void {
  if (typeof id !== 'string') return;
  const document = documents.get(id.toLowerCase());
  if (document === undefined) {
    const text = 'names no document of this customer; upload it first, then refer to it in an update';
    problems.push(problemAt(path, 'Document.NotFound', text));
  } else if (!document.ofThisCustomer) {
    const text = 'names a document of another customer; use those that were uploaded for this one';
    problems.push(problemAt(path, 'Document.AccessDenied', text));
  } else if (handedIn && !document.unseen) {
    const text = document.refusal === null ? NOT_UPLOADED[document.status] : REFUSED[document.refusal];
    if (text !== undefined) problems.push(problemAt(path, 'Document.NotUploaded', text));
  }
}

/** Codes of the wrong form were told already and do not get here. */
export function judgeCountry(code: string | null | undefined, path: Path, { catalogue, problems }: Judgement): void {
  if (typeof code === 'string' && !catalogue.countries.has(code)) {
    problems.push(problemAt(path, 'Country.NotFound', 'is not the ISO 3166-1 alpha-3 code of a country'));
  }
}

export function judgePhone(number: string | null | undefined, path: Path, { warnings }: Judgement): void {
  if (typeof number === 'string' && !isPlausiblePhone(number)) {
    warnings.push({
      pointer: toPointer(path),
      code: 'Phone.Implausible',
      message:
        'The number is in E.164 form, but no such number is given out in its country. Please compare it with the original.',
    });
  }
}

/** Whether such a number is given out anywhere; its form was told right before. */
export function isPlausiblePhone(number: string): boolean {
  return isValidPhoneNumber(number);
}
