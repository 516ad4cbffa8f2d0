// Two businesses fact by fact: what each of them says, and how alike it is. Pure.
import type { AddressRecord, PackageRecord, ReviewedBusiness, ReviewedPerson } from '@onboarding/contract';
import { addressWithCountry, countryName } from '@onboarding/ui/countries';
import { businessTypeName, identityName, STATUSES, spelled } from '@onboarding/ui/words';
import { isReadable } from '../document/documents.ts';
import { type Compare, exactly, folded, type Likeness, lists, mails, numbers, sites, texts } from './likeness.ts';
import { fullName, type Pair, pairingOf } from './pairing.ts';

export interface ComparedFact {
  name: string;
  /** In words; null if it is not given. */
  ours: string | null;
  theirs: string | null;
  /** "one" if only one of them has it. */
  likeness: Likeness | 'one';
}

export interface ComparedSection {
  key: string;
  title: string;
  facts: ComparedFact[];
}

type Given<T> = NonNullable<T>;
type Field<T> = readonly [name: string, compare: Compare<Given<T>>, show?: (value: Given<T>) => string];
/** Every field of a record, in the order on the screen. */
type ComparedTable<T> = { readonly [Key in keyof T]-?: Field<T[Key]> | 'elsewhere' | 'hidden' };

/** Facts that neither of them has are omitted. */
function comparedBy<T extends object>(ours: T, theirs: T, table: ComparedTable<T>): ComparedFact[] {
  return (Object.keys(table) as (keyof T)[]).flatMap((key) => {
    const field = table[key];
    return typeof field === 'string' ? [] : compared(field, ours[key], theirs[key]);
  });
}

function compared<V>([name, compare, show = String]: Field<V>, ours: V, theirs: V): ComparedFact[] {
  const [one, other] = [given(ours), given(theirs)];
  if (one === undefined && other === undefined) return [];
  return [
    {
      name,
      ours: one === undefined ? null : show(one),
      theirs: other === undefined ? null : show(other),
      likeness: one === undefined || other === undefined ? 'one' : compare(one, other),
    },
  ];
}

function given<V>(value: V): Given<V> | undefined {
  const isEmpty = value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
  return isEmpty ? undefined : (value as Given<V>);
}

/** The same postcode in the same country is similar, because streets are written in many ways. */
const address: Compare<AddressRecord> = (ours, theirs) => {
  if (ours.countryCode !== theirs.countryCode) return 'different';
  const likeness = texts(addressWithCountry(ours), addressWithCountry(theirs));
  const postcode = folded(ours.postalCode ?? '');
  const isNear = postcode !== '' && postcode === folded(theirs.postalCode ?? '');
  return likeness === 'different' && isNear ? 'similar' : likeness;
};

const ORDER: readonly Likeness[] = ['same', 'similar', 'different'];

/** The closest of all pairs. */
const addresses: Compare<readonly AddressRecord[]> = (ours, theirs) => {
  const all = ours.flatMap((one) => theirs.map((other) => address(one, other)));
  return ORDER.find((likeness) => all.includes(likeness)) ?? 'different';
};

const BUSINESS: ComparedTable<ReviewedBusiness> = {
  companyName: ['Registered name', texts],
  tradingName: ['Trading name', texts],
  registrationNumber: ['Registration', numbers],
  registrationDate: ['Registered on', exactly],
  incorporationCountryIso3Code: ['Country', exactly, countryName],
  businessTypeCode: ['Type', exactly, businessTypeName],
  industry: ['Industry', exactly, spelled],
  description: ['Description', texts],
  website: ['Website', sites],
  email: ['E-mail', mails],
  phoneNumber: ['Phone', numbers],
  addresses: ['Addresses', addresses, (all) => all.map(addressWithCountry).join('\n')],
  financials: 'elsewhere',
  businessPersonList: 'elsewhere',
  documents: 'elsewhere',
  verificationStatus: 'elsewhere',
  createdAt: 'elsewhere',
  customerId: 'hidden',
  partnerCustomerId: 'hidden',
  canUpdate: 'hidden',
  updatedAt: 'hidden',
  erasedAt: 'hidden',
  version: 'hidden',
};

const FINANCIALS: ComparedTable<NonNullable<ReviewedBusiness['financials']>> = {
  monthlyTurnOver: ['Monthly turnover', exactly, spelled],
  estimatedTransactionValue: ['Transaction value', exactly, spelled],
  sourceOfFunds: ['Source of funds', exactly, spelled],
  purposeOfAccount: ['Purpose of account', exactly, spelled],
};

const NO_FINANCIALS = {
  monthlyTurnOver: null,
  estimatedTransactionValue: null,
  sourceOfFunds: null,
  purposeOfAccount: null,
};

const dayOf = (at: string) => at.slice(0, 10);

/** Without the references, which are the partners' own and say nothing about each other. */
function reviewFacts(ours: PackageRecord, theirs: PackageRecord): ComparedFact[] {
  const statusOf = ({ verification }: PackageRecord) => STATUSES[verification.status].label;
  const [sent, sentThere] = [dayOf(ours.verification.submittedAt), dayOf(theirs.verification.submittedAt)];
  const [since, sinceThere] = [dayOf(ours.verification.statusChangedAt), dayOf(theirs.verification.statusChangedAt)];
  return [
    ...compared(['Partner', exactly], ours.partner.name, theirs.partner.name),
    ...compared(['Status', exactly], statusOf(ours), statusOf(theirs)),
    ...compared(['Submitted on', exactly], sent, sentThere),
    ...compared(['Status since', exactly], since, sinceThere),
  ];
}

const PERSON: ComparedTable<ReviewedPerson> = {
  firstName: 'elsewhere',
  lastName: 'elsewhere',
  identities: 'elsewhere',
  birthDate: ['Born', exactly],
  ownershipType: ['Roles', lists, (roles) => roles.map(identityName).join(', ')],
  percentageShare: ['Share', exactly, (share) => `${share}%`],
  nationality: ['Nationality', exactly, countryName],
  taxResidenceCountry: ['Tax residence', exactly, countryName],
  address: ['Address', address, addressWithCountry],
  email: ['E-mail', mails],
  phone: ['Phone', numbers],
  verificationStatus: ['Verdict', exactly, (status) => STATUSES[status].label],
  uboId: 'hidden',
};

/** Numbers are masked, so only a flag proves that two are the same. */
function personFacts({ ours, theirs, sharesNumber }: Pair): ComparedFact[] {
  const shown = ({ identities }: ReviewedPerson) =>
    identities.map(
      (one) => `${identityName(one.identityTypeCode)}, ${countryName(one.issuingCountry)}, ${one.identityValueMasked}`,
    );
  const byMask: Compare<string[]> = (one, other) => (lists(one, other) === 'different' ? 'different' : 'similar');
  return [
    ...compared(['Name', texts], fullName(ours), fullName(theirs)),
    ...compared(
      ['Identity documents', sharesNumber ? () => 'same' : byMask, (all) => all.join('\n')],
      shown(ours),
      shown(theirs),
    ),
    ...comparedBy(ours, theirs, PERSON),
  ];
}

function onlyOne(
  name: string,
  side: 'ours' | 'theirs',
  { ownershipType, percentageShare }: ReviewedPerson,
): ComparedFact {
  const words = [...ownershipType.map(identityName), ...(percentageShare === null ? [] : [`${percentageShare}%`])];
  return { name, ours: null, theirs: null, likeness: 'one', [side]: words.join(' · ') };
}

/** By category. The same file has the same hash, whatever it was submitted as. */
function documentFacts(ours: PackageRecord, theirs: PackageRecord): ComparedFact[] {
  const [mine, other] = [ours.documents.filter(isReadable), theirs.documents.filter(isReadable)];
  const [hashes, hashesThere] = [hashesOf(mine), hashesOf(other)];
  const categories = [...new Set([...mine, ...other].map(({ documentCategory }) => documentCategory))].toSorted();
  return categories.map((category) => {
    const here = mine.filter(({ documentCategory }) => documentCategory === category);
    const there = other.filter(({ documentCategory }) => documentCategory === category);
    const common = here.filter(({ sha256 }) => sha256 !== null && hashesThere.has(sha256)).length;
    const commonThere = there.filter(({ sha256 }) => sha256 !== null && hashes.has(sha256)).length;
    return {
      name: spelled(category),
      ours: filesWords(here.length, common, commonThere),
      theirs: filesWords(there.length, commonThere, common),
      likeness: filesLikeness(
        here.length + there.length,
        common + commonThere,
        here.length === 0 || there.length === 0,
      ),
    };
  });
}

type Documents = PackageRecord['documents'];

const hashesOf = (documents: Documents) =>
  new Set(documents.flatMap(({ sha256 }) => (sha256 === null ? [] : [sha256])));

function filesLikeness(files: number, common: number, isOneSided: boolean): ComparedFact['likeness'] {
  if (common > 0) return common === files ? 'same' : 'similar';
  return isOneSided ? 'one' : 'different';
}

/** "3 documents, 1 identical"; null without any. `there`: identical ones of the other business. */
function filesWords(files: number, common: number, there: number): string | null {
  if (files === 0) return there > 0 ? 'In another category' : null;
  const words = files === 1 ? '1 document' : `${files} documents`;
  if (common === 0) return words;
  return `${words}, ${common === files ? 'identical' : `${common} identical`}`;
}

export function compareBusinesses(ours: PackageRecord, theirs: PackageRecord): ComparedSection[] {
  const { pairs, onlyOurs, onlyTheirs } = pairingOf(ours, theirs);
  return [
    {
      key: 'business',
      title: 'Business',
      facts: [
        ...comparedBy(ours.business, theirs.business, BUSINESS),
        ...comparedBy(
          ours.business.financials ?? NO_FINANCIALS,
          theirs.business.financials ?? NO_FINANCIALS,
          FINANCIALS,
        ),
      ],
    },
    { key: 'review', title: 'Partner and review', facts: reviewFacts(ours, theirs) },
    ...pairs.map((pair) => ({ key: pair.ours.uboId, title: fullName(pair.ours), facts: personFacts(pair) })),
    {
      key: 'others',
      title: pairs.length === 0 ? 'People' : 'Other people',
      facts: [
        ...onlyOurs.map((one) => onlyOne(fullName(one), 'ours', one)),
        ...onlyTheirs.map((one) => onlyOne(fullName(one), 'theirs', one)),
      ],
    },
    { key: 'documents', title: 'Documents', facts: documentFacts(ours, theirs) },
  ].filter(({ facts }) => facts.length > 0);
}

/** Without what differs; sections without a fact are omitted. */
export const sharedIn = (sections: readonly ComparedSection[]): ComparedSection[] =>
  sections
    .map((section) => ({ ...section, facts: section.facts.filter(({ likeness }) => isShared(likeness)) }))
    .filter(({ facts }) => facts.length > 0);

const isShared = (likeness: ComparedFact['likeness']) => likeness === 'same' || likeness === 'similar';

/** "9 the same, 2 similar, 7 different, 3 only on one side". */
export function summaryOf(sections: readonly ComparedSection[]): string {
  const all = sections.flatMap(({ facts }) => facts);
  const count = (likeness: ComparedFact['likeness']) => all.filter((one) => one.likeness === likeness).length;
  return `${count('same')} the same, ${count('similar')} similar, ${count('different')} different, ${count('one')} only on one side`;
}

/** The other businesses that the flags name, each once, in the order of the flags; erased ones have nothing to compare. */
export function comparableWith({ flags }: Pick<PackageRecord, 'flags'>): { value: string; label: string }[] {
  const labels = new Map(
    flags
      .flatMap(({ matches }) => matches)
      .filter(({ companyName }) => companyName !== null)
      .map(({ customerId, companyName, partnerName }) => [
        customerId,
        `${companyName}, ${partnerName ?? 'a former partner'}`,
      ]),
  );
  return [...labels].map(([value, label]) => ({ value, label }));
}
