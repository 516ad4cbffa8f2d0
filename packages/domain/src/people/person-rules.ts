// Rules for people beyond the format of each field. Pure: uses only fields of a request that are valid on their own.
import {
  type BusinessPersonInput,
  type Candidate,
  COUNTRY_LIST,
  DOCUMENT_MIB,
  type DocumentRefusal,
  type DocumentStatus,
  type IdentityInput,
  IMAGE_MEGAPIXELS,
  LIMITS,
  namesWhatIsNot,
  type Problem,
  problemAt,
  toPointer,
  type Warning,
} from '@onboarding/contract';
import { isValidPhoneNumber } from 'libphonenumber-js/min';
import { type Catalogue, checksumDisagrees, isOpenCountry, judgeIdentity } from '../requirements/index.ts';
import { implausibleAge } from './age.ts';
import { emailKey, toIdentityType } from './person.ts';

type Path = readonly (string | number)[];

/** An existing document that a request refers to. */
export type NamedDocument =
  | { ofThisCustomer: false }
  | {
      ofThisCustomer: true;
      /** Expired as soon as its link is, even if that is not recorded yet. */
      status: DocumentStatus;
      /** Why its file was refused. */
      refusal: DocumentRefusal | null;
      /** Whether it is unknown if the file has arrived. */
      unseen: boolean;
    };

/** What an update keeps: stored countries, which it may repeat even if they were closed since, and fields that it omits. */
export interface KeptValues {
  /** The countries of incorporation and of the business's addresses. */
  business: ReadonlySet<string>;
  /** The stored country of residence of the person at this index of the request. */
  residenceAt(index: number): string | undefined;
  /** Whether that person has the stored value of this field, because it was omitted. */
  isOmitted(index: number, field: keyof BusinessPersonInput): boolean;
}

export const NOTHING_KEPT: KeptValues = {
  business: new Set(),
  residenceAt: () => undefined,
  isOmitted: () => false,
};

/** The input of the rules, and where they report problems. */
export interface Judgement {
  catalogue: Catalogue;
  /** The existing documents of the request, by id in lower case. */
  documents: ReadonlyMap<string, NamedDocument>;
  kept: KeptValues;
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
  judgeCombinedShare(people, path, judgement);
}

/** A request without any share changes none, so it may repeat people whose shares exceed the limit already. */
function judgeCombinedShare(
  people: readonly (Candidate<BusinessPersonInput> | undefined)[],
  path: Path,
  { kept, problems }: Judgement,
): void {
  const combined = people.reduce((sum, person) => sum + (person?.percentageShare ?? 0), 0);
  const withShare = [...people.keys()].filter((index) => typeof people[index]?.percentageShare === 'number');
  const omitted = withShare.filter((index) => kept.isOmitted(index, 'percentageShare'));
  if (combined <= LIMITS.combinedShare || omitted.length === withShare.length) return;
  const what = omitted.length === 0 ? `${combined}` : `${combined}, with the stored shares of those sent without one`;
  problems.push(
    problemAt(path, 'ValidationControl.Error', `has a combined percentageShare of ${what}; at most 100 is possible`),
  );
}

function judgeDuplicates(
  people: readonly (Candidate<BusinessPersonInput> | undefined)[],
  path: Path,
  { kept, problems }: Judgement,
): void {
  const first = new Map<string, number>();
  people.forEach((person, index) => {
    if (person?.email === undefined) return;
    const key = emailKey(person.email);
    const earlier = first.get(key);
    if (earlier === undefined) first.set(key, index);
    // If it was omitted, the other person was sent with this one's e-mail, which is reported there or by judgeKnownPeople.
    else if (!kept.isOmitted(index, 'email')) {
      const text = 'is the same as that of an earlier person; every person in a request needs a different e-mail';
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
  judgeBirthDate(person.birthDate, [...path, 'birthDate'], judgement);
  judgeCountry(person.taxResidenceCountry, [...path, 'taxResidenceCountry'], judgement);
  judgeCountry(person.nationality, [...path, 'nationality'], judgement);
  judgePhone(person.phone, [...path, 'phone'], judgement);
  const residence = person.address?.countryCode;
  const kept = residence !== undefined && judgement.kept.residenceAt(index) === residence;
  const residencePath = [...path, 'address', 'countryCode'];
  if (isOpen(residence, residencePath, judgement, kept) && !judgement.catalogue.requirements.has(residence)) {
    judgement.problems.push(notServed(residence, residencePath));
  }
  person.identities?.forEach((identity, index) => {
    if (identity !== undefined) judgeOneIdentity(identity, residence, [...path, 'identities', index], judgement);
  });
}

/** Only a warning: minors can own shares, and a guess about age must not stop an onboarding. Never repeats the date. */
function judgeBirthDate(
  birthDate: string | null | undefined,
  path: Path,
  { today, problems, warnings }: Judgement,
): void {
  if (typeof birthDate !== 'string') return;
  if (birthDate >= today) {
    problems.push(problemAt(path, 'ValidationControl.Error', 'must be in the past'));
    return;
  }
  const finding = implausibleAge(birthDate, today);
  if (finding === undefined) return;
  warnings.push({
    pointer: toPointer(path),
    code: 'Date.Implausible',
    message: `birthDate would make this person ${finding} years. Please compare it with the identity document.`,
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
  judgement.problems.push(notServed(code, path));
  return false;
}

function judgeCountry(code: string | null | undefined, path: Path, judgement: Judgement): void {
  isServed(code, path, judgement);
}

/** Gives no reason, and is the same for prohibited countries: why we do not serve a country is internal. */
const notServed = (code: string, path: Path) =>
  problemAt(
    path,
    'OnboardingConfig.NotFound',
    `${namesWhatIsNot(code, 'served')}; see isOpen and identityRules in ${COUNTRY_LIST}`,
  );

/**
 * The only place that checks a country against the prohibited list, so that it applies to every field. Malformed codes have
 * already been reported and are not passed here.
 */
function isServed(code: string | null | undefined, path: Path, { catalogue, problems }: Judgement): code is string {
  if (typeof code !== 'string') return false;
  if (!catalogue.countries.has(code)) {
    const text = `${namesWhatIsNot(code, 'the ISO 3166-1 alpha-3 code of a country')}; ${COUNTRY_LIST} lists them`;
    problems.push(problemAt(path, 'Country.NotFound', text));
  } else if (catalogue.prohibited.has(code)) {
    problems.push(notServed(code, path));
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
