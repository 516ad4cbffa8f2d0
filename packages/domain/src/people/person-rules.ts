// Rules for people beyond the format of each field. Pure: uses only fields of a request that are valid on their own.
import {
  type BusinessPersonInput,
  type Candidate,
  DOCUMENT_MIB,
  type DocumentRefusal,
  type DocumentStatus,
  type IdentityInput,
  IMAGE_MEGAPIXELS,
  LIMITS,
  type Problem,
  problemAt,
  toPointer,
  type Warning,
} from '@onboarding/contract';
import { isValidPhoneNumber } from 'libphonenumber-js/min';
import { type Catalogue, checksumDisagrees, isOpenCountry, judgeIdentity } from '../requirements/index.ts';
import { emailKey, toIdentityType } from './person.ts';

type Path = readonly (string | number)[];

/** An existing document that a request refers to. */
export type NamedDocument =
  | { ofThisCustomer: false }
  | {
      ofThisCustomer: true;
      status: DocumentStatus;
      /** Why its file was refused. */
      refusal: DocumentRefusal | null;
      /** Whether it is unknown if the file has arrived. */
      unseen: boolean;
    };

/** The stored countries of a profile: an update may repeat them, even if they were closed since. */
export interface KeptCountries {
  /** The countries of incorporation and of the business's addresses. */
  business: ReadonlySet<string>;
  /** The stored country of residence of the person at this index of the request. */
  residenceAt(index: number): string | undefined;
}

export const NOTHING_KEPT: KeptCountries = { business: new Set(), residenceAt: () => undefined };

/** The input of the rules, and where they report problems. */
export interface Judgement {
  catalogue: Catalogue;
  /** The existing documents of the request, by id in lower case. */
  documents: ReadonlyMap<string, NamedDocument>;
  kept: KeptCountries;
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
    if (person !== undefined) judgePerson(person, index, path, judgement);
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
      const text = `is the same as that of person ${earlier}; every person in a request needs a different e-mail`;
      problems.push(problemAt([...path, index, 'email'], 'ValidationControl.Error', text));
    }
  });
}

function judgePerson(
  person: Candidate<BusinessPersonInput>,
  index: number,
  listPath: Path,
  judgement: Judgement,
): void {
  const path = [...listPath, index];
  if (typeof person.birthDate === 'string' && person.birthDate >= judgement.today) {
    judgement.problems.push(problemAt([...path, 'birthDate'], 'ValidationControl.Error', 'must be in the past'));
  }
  judgeCountry(person.taxResidenceCountry, [...path, 'taxResidenceCountry'], judgement);
  judgeCountry(person.nationality, [...path, 'nationality'], judgement);
  judgePhone(person.phone, [...path, 'phone'], judgement);
  const residence = person.address?.countryCode;
  const kept = residence !== undefined && judgement.kept.residenceAt(index) === residence;
  const residencePath = [...path, 'address', 'countryCode'];
  if (isOpen(residence, residencePath, judgement, kept) && !judgement.catalogue.requirements.has(residence)) {
    judgement.problems.push(notServed(residencePath));
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
  const addProblem = (field: string, text: string) =>
    problems.push(problemAt([...path, field], 'ValidationControl.Error', text));
  const issuer = identity.issuingCountry;
  const issuingCountry = isServed(issuer, [...path, 'issuingCountry'], judgement) ? issuer : undefined;
  const type = identity.identityTypeCode === undefined ? undefined : toIdentityType(identity.identityTypeCode);
  if (residence !== undefined && type !== undefined) {
    const facts = {
      residence,
      type,
      issuingCountry,
      value: identity.identityValue,
      // An invalid date has already been reported, and does not count as missing.
      hasIssueDate: 'issueDate' in identity && identity.issueDate !== null,
      hasExpiryDate: 'expiryDate' in identity && identity.expiryDate !== null,
    };
    for (const finding of judgeIdentity(catalogue, facts)) addProblem(finding.field, finding.text);
  }
  judgeDocumentReference(identity.documentUploadId, [...path, 'documentUploadId'], judgement);
  const { issueDate, expiryDate } = identity;
  if (typeof issueDate === 'string' && issueDate > today) addProblem('issueDate', 'must not be in the future');
  if (typeof expiryDate === 'string') {
    if (expiryDate <= today) addProblem('expiryDate', 'must be in the future');
    else if (typeof issueDate === 'string' && expiryDate <= issueDate)
      addProblem('expiryDate', 'must be after issueDate');
  }
  if (type !== undefined && issuingCountry !== undefined && identity.identityValue !== undefined) {
    if (checksumDisagrees(issuingCountry, type, identity.identityValue)) {
      warnings.push({
        pointer: toPointer([...path, 'identityValue']),
        code: 'Identity.ChecksumMismatch',
        message:
          'The number has the right format, but its check digits do not match. Please compare it with the document.',
      });
    }
  }
}

/** Why a document cannot be submitted, by status; other statuses are accepted. */
const NOT_UPLOADED: Partial<Record<DocumentStatus, string>> = {
  LinkIssued: 'refers to a document whose file has not arrived; upload it to its link, then send this again',
  Expired: 'refers to a document whose link expired before a file arrived; request a new link and upload it there',
  Superseded:
    'refers to a document whose link was replaced before a file arrived; use the documentId of the newer link',
};

/** Why a document whose file was refused cannot be submitted, by refusal. */
const REFUSED: Record<DocumentRefusal, string> = {
  Empty: 'refers to a document whose file was rejected because it is empty; request a new link and upload it again',
  TooLarge: `refers to a document whose file was rejected because it is larger than ${DOCUMENT_MIB} MiB, or an image of more than ${IMAGE_MEGAPIXELS} megapixels; request a new link and upload a smaller one, such as a scan at 300 dpi`,
  ContentMismatch:
    'refers to a document whose file was rejected because its content does not match its content type; request a new link and upload a valid file',
  Infected:
    'refers to a document whose file was rejected because it is infected; request a new link and upload a clean file',
  Unscannable:
    'refers to a document whose file was rejected because the virus scanner cannot finish it; request a new link and upload a simpler file, such as a new scan or print',
};

/**
 * The only place that checks a reference to a document. `submitted`: requires the file to have arrived, not only an issued
 * link.
 */
export function judgeDocumentReference(
  id: string | null | undefined,
  path: Path,
  { documents, problems }: Judgement,
  { submitted = false } = {},
): void {
  if (typeof id !== 'string') return;
  const document = documents.get(id.toLowerCase());
  if (document === undefined) {
    const text = 'does not refer to a document of this customer; upload it first, then refer to it in an update';
    problems.push(problemAt(path, 'Document.NotFound', text));
  } else if (!document.ofThisCustomer) {
    const text = 'refers to a document of another customer; use one that was uploaded for this customer';
    problems.push(problemAt(path, 'Document.AccessDenied', text));
  } else if (submitted && !document.unseen) {
    const text = document.refusal === null ? NOT_UPLOADED[document.status] : REFUSED[document.refusal];
    if (text !== undefined) problems.push(problemAt(path, 'Document.NotUploaded', text));
  }
}

/** Checks a country of incorporation, or of an address of the business. */
export function judgePlace(code: string | undefined, path: Path, judgement: Judgement): void {
  isOpen(code, path, judgement, judgement.kept.business.has(code ?? ''));
}

function isOpen(code: string | undefined, path: Path, judgement: Judgement, kept: boolean): code is string {
  if (!isServed(code, path, judgement)) return false;
  if (kept || isOpenCountry(judgement.catalogue, code)) return true;
  judgement.problems.push(notServed(path));
  return false;
}

function judgeCountry(code: string | null | undefined, path: Path, judgement: Judgement): void {
  isServed(code, path, judgement);
}

/** Gives no reason: why we do not serve a country is internal. */
const notServed = (path: Path) => problemAt(path, 'OnboardingConfig.NotFound', 'is not served');

/**
 * The only place that checks a country against the prohibited list, so that it applies to every field. Malformed codes have
 * already been reported and are not passed here.
 */
function isServed(code: string | null | undefined, path: Path, { catalogue, problems }: Judgement): code is string {
  if (typeof code !== 'string') return false;
  if (!catalogue.countries.has(code)) {
    problems.push(problemAt(path, 'Country.NotFound', 'is not the ISO 3166-1 alpha-3 code of a country'));
  } else if (catalogue.prohibited.has(code)) {
    problems.push(notServed(path));
  } else return true;
  return false;
}

export function judgePhone(number: string | null | undefined, path: Path, { warnings }: Judgement): void {
  if (typeof number === 'string' && !isPlausiblePhone(number)) {
    warnings.push({
      pointer: toPointer(path),
      code: 'Phone.Implausible',
      message: 'The number is in E.164 form, but no such number is assigned in its country. Please check it.',
    });
  }
}

/** Whether such a number can be assigned; its format has already been checked. */
export function isPlausiblePhone(number: string): boolean {
  return isValidPhoneNumber(number);
}
