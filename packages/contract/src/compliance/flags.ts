// Flags that a package shows to an analyst. Each flag occurs once, with the facts that explain it: ids, counts, field
// pointers, dates and country codes, but no personal data.
import { z } from 'zod';
import {
  ACCOUNT_PURPOSES,
  DOCUMENT_FINDINGS,
  type DocumentFinding,
  INDUSTRIES,
  type ReviewFlag,
} from '../shared/vocabularies.ts';

/** The maximum number of findings listed; `more` says that there are others. */
export const FLAG_LIMITS = { businesses: 10, sharedIdentities: 20, findings: 50 } as const;
/** An identity that expires within this many days is flagged. */
export const EXPIRING_DAYS = 60;

const more = z.boolean().meta({ description: 'Whether there are more than those listed.' });
const country = z.string().meta({ description: 'ISO 3166-1 alpha-3' });
const pointer = z
  .string()
  .meta({ description: 'JSON pointer into the business, or into the person if uboId is present.' });
const listOf = <Item extends z.ZodType>(item: Item, most: number) => z.array(item).min(1).max(most);

const otherBusiness = z.object({ partnerId: z.uuid(), customerId: z.uuid() });
const datedIdentities = z.object({
  identities: listOf(
    z.object({ uboId: z.uuid(), identityId: z.uuid(), expiryDate: z.iso.date() }),
    FLAG_LIMITS.findings,
  ).meta({ description: 'Earliest expiry first.' }),
  more,
});

const namedCountries = z.object({
  places: listOf(
    z.object({ uboId: z.uuid().nullable().meta({ description: 'Null for the business itself.' }), pointer, country }),
    FLAG_LIMITS.findings,
  ),
  more,
});

const factsOf = {
  DuplicateRegistration: z.object({ country, others: listOf(otherBusiness, FLAG_LIMITS.businesses), more }),
  SimilarName: z.object({
    country,
    others: listOf(
      otherBusiness.extend({ score: z.number().min(0).max(1).meta({ description: '1 for an identical name.' }) }),
      FLAG_LIMITS.businesses,
    ).meta({ description: 'Most similar first.' }),
    more,
  }),
  SharedIdentity: z.object({
    matches: listOf(
      z.object({ uboId: z.uuid(), identityId: z.uuid(), other: otherBusiness.extend({ uboId: z.uuid() }) }),
      FLAG_LIMITS.sharedIdentities,
    ),
    more,
  }),
  OwnershipAboveHundred: z.object({ sum: z.int().meta({ description: 'Total percentage of all people.' }) }),
  NoOwner: z.object({ people: z.int().meta({ description: 'Number of people of the business.' }) }),
  ImplausiblePhone: z.object({
    numbers: listOf(
      z.object({ uboId: z.uuid().nullable().meta({ description: 'Null for the business itself.' }), pointer }),
      FLAG_LIMITS.findings,
    ),
    more,
  }),
  IdentityExpired: datedIdentities,
  IdentityExpiring: datedIdentities,
  HighRiskPurpose: z.object({
    fields: z.array(z.object({ pointer, value: z.enum([...new Set([...ACCOUNT_PURPOSES, ...INDUSTRIES])]) })).min(1),
  }),
  ResidenceMismatch: z.object({
    people: listOf(
      z.object({
        uboId: z.uuid(),
        residence: country,
        nationality: country,
        issuingCountries: z.array(country).min(1),
      }),
      FLAG_LIMITS.findings,
    ),
    more,
  }),
  ScreeningHit: z.object({
    subjects: listOf(
      z.object({
        uboId: z.uuid().nullable().meta({ description: 'Null for the business itself.' }),
        hits: z.int().min(1),
      }),
      FLAG_LIMITS.findings,
    ),
    more,
  }),
  ActiveContent: z.object({
    documents: listOf(
      z.object({ documentId: z.uuid(), findings: z.array(z.enum(DOCUMENT_FINDINGS)).min(1) }),
      FLAG_LIMITS.findings,
    ).meta({ description: 'Newest first.' }),
    more,
  }),
  GeneralRuleOnly: z.object({
    identities: listOf(
      z.object({ uboId: z.uuid(), identityId: z.uuid(), issuingCountry: country }),
      FLAG_LIMITS.findings,
    ),
    more,
  }),
  HighRiskCountry: namedCountries,
  ProhibitedCountry: namedCountries,
} as const satisfies Record<ReviewFlag, z.ZodObject>;

const flag = <Code extends ReviewFlag>(code: Code) => z.object({ code: z.literal(code), facts: factsOf[code] });

export const flagSchema = z
  .discriminatedUnion('code', [
    flag('DuplicateRegistration'),
    flag('SimilarName'),
    flag('SharedIdentity'),
    flag('OwnershipAboveHundred'),
    flag('NoOwner'),
    flag('ImplausiblePhone'),
    flag('IdentityExpired'),
    flag('IdentityExpiring'),
    flag('HighRiskPurpose'),
    flag('ResidenceMismatch'),
    flag('ScreeningHit'),
    flag('ActiveContent'),
    flag('GeneralRuleOnly'),
    flag('HighRiskCountry'),
    flag('ProhibitedCountry'),
  ])
  .meta({ id: 'PackageFlag' });
export type Flag = z.infer<typeof flagSchema>;
export type FactsOf<Code extends ReviewFlag> = z.infer<(typeof factsOf)[Code]>;

/** One sentence that explains to an analyst what was found. */
export function explainFlag(flag: Flag): string {
  switch (flag.code) {
    case 'DuplicateRegistration':
      return `${businesses(flag.facts)} the same registration number.`;
    case 'SimilarName':
      return `${businesses(flag.facts)} a similar name; the closest is ${alike(flag.facts)}.`;
    case 'SharedIdentity':
      return explainShared(flag.facts);
    case 'OwnershipAboveHundred':
      return `The shares of all people add up to ${flag.facts.sum} percent.`;
    case 'NoOwner':
      return explainNoOwner(flag.facts);
    case 'ImplausiblePhone':
      return `${counted(flag.facts.numbers.length, flag.facts.more, NUMBER)} cannot be an assigned number.`;
    case 'IdentityExpired':
      return `${identities(flag.facts)} expired, the first on ${flag.facts.identities[0]?.expiryDate}.`;
    case 'IdentityExpiring':
      return `${identities(flag.facts)} will expire within ${EXPIRING_DAYS} days, the first on ${flag.facts.identities[0]?.expiryDate}.`;
    case 'HighRiskPurpose':
      return `The business deals in crypto assets: ${flag.facts.fields.map(said).join(', ')}.`;
    case 'ResidenceMismatch':
      return explainResidence(flag.facts);
    case 'ScreeningHit':
      return explainHits(flag.facts);
    case 'ActiveContent':
      return explainContent(flag.facts);
    case 'GeneralRuleOnly':
      return explainGeneral(flag.facts);
    case 'HighRiskCountry':
      return `High-risk countries are named: ${countriesIn(flag.facts)}.`;
    case 'ProhibitedCountry':
      return `The business names countries that we do not serve: ${countriesIn(flag.facts)}.`;
  }
}

type Noun = readonly [one: string, several: string];
const BUSINESS: Noun = ['other business', 'other businesses'];
const NUMBER: Noun = ['phone number', 'phone numbers'];
const IDENTITY: Noun = ['identity document', 'identity documents'];
const PERSON: Noun = ['person', 'people'];
const DOCUMENT: Noun = ['document', 'documents'];

function counted(count: number, more: boolean, [one, several]: Noun): string {
  if (more) return `More than ${count} ${several}`;
  return count === 1 ? `One ${one}` : `${count} ${several}`;
}

/** The same, for use inside a sentence. */
const within = (count: number, more: boolean, noun: Noun) => counted(count, more, noun).toLowerCase();

function businesses({ country, others, more }: FactsOf<'DuplicateRegistration'>): string {
  const have = others.length === 1 && !more ? 'has' : 'have';
  return `${counted(others.length, more, BUSINESS)} in ${country} ${have}`;
}

function alike({ others: [first] }: FactsOf<'SimilarName'>): string {
  return first?.score === 1 ? 'identical' : `${Math.round((first?.score ?? 0) * 100)} percent similar`;
}

const identities = ({ identities, more }: FactsOf<'IdentityExpired'>) => counted(identities.length, more, IDENTITY);

const said = ({ pointer, value }: FactsOf<'HighRiskPurpose'>['fields'][number]) =>
  `${pointer.slice(1).replaceAll('/', '.')} is ${value}`;

function explainShared({ matches, more }: FactsOf<'SharedIdentity'>): string {
  const people = new Set(matches.map((one) => one.uboId)).size;
  const others = new Set(matches.map((one) => one.other.customerId)).size;
  // The list is truncated by matches, so the number of further businesses is unknown.
  const where = more ? `at least ${within(others, false, BUSINESS)}` : within(others, false, BUSINESS);
  return `Identity documents of ${within(people, false, PERSON)} are also on ${where}.`;
}

const countriesIn = ({ places }: FactsOf<'HighRiskCountry'>) =>
  [...new Set(places.map((place) => place.country))].sort().join(', ');

function explainNoOwner({ people }: FactsOf<'NoOwner'>): string {
  if (people === 0) return 'No people are named for the business, so it has no owner.';
  const owner = 'an owner (UBO or SHAREHOLDER) or a holder of shares';
  return people === 1 ? `The only person named is not ${owner}.` : `None of the ${people} people named is ${owner}.`;
}

function explainResidence({ people, more }: FactsOf<'ResidenceMismatch'>): string {
  const [first] = people;
  if (people.length > 1 || first === undefined) {
    return `${counted(people.length, more, PERSON)} live in a country that is neither their nationality nor the issuer of any of their identity documents.`;
  }
  const { residence, nationality, issuingCountries } = first;
  return `One person lives in ${residence}, is a national of ${nationality} and has identity documents only from ${issuingCountries.join(', ')}.`;
}

function explainHits({ subjects, more }: FactsOf<'ScreeningHit'>): string {
  const hits = subjects.reduce((sum, one) => sum + one.hits, 0);
  const people = subjects.filter((one) => one.uboId !== null).length;
  const who = [
    ...(people < subjects.length ? ['the business'] : []),
    ...(people > 0 ? [within(people, more, PERSON)] : []),
  ];
  return `Screening found ${hits === 1 ? 'one possible match' : `${hits} possible matches`} for ${who.join(' and ')}.`;
}

const CONTENT: Record<DocumentFinding, string> = {
  EmbeddedFile: 'embedded files',
  JavaScript: 'scripts',
  Launch: 'a command to start a program',
  SubmitForm: 'a form that sends data elsewhere',
  Xfa: 'a form that runs scripts (XFA)',
  Encrypted: 'encrypted parts, which were not inspected',
  Unchecked: 'parts that could not be inspected',
};

function explainContent({ documents, more }: FactsOf<'ActiveContent'>): string {
  const found = new Set(documents.flatMap(({ findings }) => findings));
  const what = DOCUMENT_FINDINGS.filter((finding) => found.has(finding)).map((finding) => CONTENT[finding]);
  const hold = documents.length === 1 && !more ? 'contains' : 'contain';
  return `${counted(documents.length, more, DOCUMENT)} ${hold} ${what.join(', ')}: open with care.`;
}

function explainGeneral({ identities, more }: FactsOf<'GeneralRuleOnly'>): string {
  const countries = [...new Set(identities.map((one) => one.issuingCountry))].sort();
  const were = identities.length === 1 && !more ? 'was' : 'were';
  return `${counted(identities.length, more, IDENTITY)} ${were} checked against a general rule; no rule of the issuing country was applied (${countries.join(', ')}).`;
}
