// The rules for flags. Pure: the service has already searched other businesses.
import {
  EXPIRING_DAYS,
  type FactsOf,
  type Financials,
  FLAG_LIMITS,
  type Flag,
  LIMITS,
  type OwnershipType,
  type ReviewFlag,
} from '@onboarding/contract';
import { isPlausiblePhone } from '../people/index.ts';

export interface FlaggedBusiness {
  country: string;
  /** The countries of its addresses, in their order. */
  addressCountries: readonly string[];
  phoneNumber: string | null;
  industry: string;
  financials: Financials | null;
}

export interface FlaggedPerson {
  uboId: string;
  nationality: string;
  taxResidence: string | null;
  /** The country of the address. */
  residence: string;
  phone: string | null;
  ownershipType: readonly OwnershipType[];
  percentageShare: number | null;
  /** Only current ones, excluding those that were replaced. */
  identities: readonly {
    identityId: string;
    issuingCountry: string;
    expiryDate: string | null;
    /** Whether it was accepted without a rule of the issuing country. */
    generalRule: boolean;
  }[];
}

/** Results from other businesses and the screening; one more than the limit indicates that there are more. */
export interface Findings {
  sameRegistration: FactsOf<'DuplicateRegistration'>['others'];
  similarName: FactsOf<'SimilarName'>['others'];
  sharedIdentities: FactsOf<'SharedIdentity'>['matches'];
  screeningHits: FactsOf<'ScreeningHit'>['subjects'];
  /** Newest first. */
  documents: FactsOf<'ActiveContent'>['documents'];
}

/** The countries on the prohibited and the high-risk list. */
export interface FlaggedCountries {
  prohibited: ReadonlySet<string>;
  highRisk: ReadonlySet<string>;
}

export interface Judged {
  business: FlaggedBusiness;
  people: readonly FlaggedPerson[];
  findings: Findings;
  lists: FlaggedCountries;
  /** YYYY-MM-DD, UTC. */
  today: string;
}

/** Returns undefined if there is nothing to flag. */
type Rules = { [Code in ReviewFlag]: (judged: Judged) => FactsOf<Code> | undefined };

const RULES: Rules = {
  DuplicateRegistration({ business: { country }, findings }) {
    const { listed, more } = cut(findings.sameRegistration, FLAG_LIMITS.businesses);
    return listed.length === 0 ? undefined : { country, others: listed, more };
  },

  SimilarName({ business: { country }, findings }) {
    const { listed, more } = cut(findings.similarName, FLAG_LIMITS.businesses);
    return listed.length === 0 ? undefined : { country, others: listed, more };
  },

  SharedIdentity({ findings }) {
    const { listed, more } = cut(findings.sharedIdentities, FLAG_LIMITS.sharedIdentities);
    return listed.length === 0 ? undefined : { matches: listed, more };
  },

  OwnershipAboveHundred({ people }) {
    const sum = people.reduce((total, person) => total + (person.percentageShare ?? 0), 0);
    return sum > LIMITS.combinedShare ? { sum } : undefined;
  },

  NoOwner: ({ people }) => (people.some(isOwner) ? undefined : { people: people.length }),

  ImplausiblePhone({ business, people }) {
    const written = [
      { uboId: null, pointer: '/phoneNumber', number: business.phoneNumber },
      ...people.map(({ uboId, phone }) => ({ uboId, pointer: '/phone', number: phone })),
    ];
    const implausible = written.filter(({ number }) => number !== null && !isPlausiblePhone(number));
    const { listed, more } = cut(implausible, FLAG_LIMITS.findings);
    if (listed.length === 0) return undefined;
    return { numbers: listed.map(({ uboId, pointer }) => ({ uboId, pointer })), more };
  },

  IdentityExpired: ({ people, today }) => dated(people, (expiryDate) => stateOf(expiryDate, today) === 'Expired'),

  IdentityExpiring: ({ people, today }) => dated(people, (expiryDate) => stateOf(expiryDate, today) === 'Expiring'),

  HighRiskPurpose({ business: { industry, financials } }) {
    const fields = [
      { pointer: '/industry', value: industry },
      { pointer: '/financials/sourceOfFunds', value: financials?.sourceOfFunds },
      { pointer: '/financials/purposeOfAccount', value: financials?.purposeOfAccount },
    ].flatMap(({ pointer, value }) => {
      const risky = HIGH_RISK.find((one) => one === value);
      return risky === undefined ? [] : [{ pointer, value: risky }];
    });
    return fields.length === 0 ? undefined : { fields };
  },

  ResidenceMismatch({ people }) {
    const abroad = people.flatMap(({ uboId, residence, nationality, identities }) => {
      const issuingCountries = [...new Set(identities.map((one) => one.issuingCountry))];
      const known = residence === nationality || issuingCountries.includes(residence);
      // Without a document, there is no issuing country that could differ.
      return known || issuingCountries.length === 0 ? [] : [{ uboId, residence, nationality, issuingCountries }];
    });
    const { listed, more } = cut(abroad, FLAG_LIMITS.findings);
    return listed.length === 0 ? undefined : { people: listed, more };
  },

  ScreeningHit({ findings }) {
    const { listed, more } = cut(findings.screeningHits, FLAG_LIMITS.findings);
    return listed.length === 0 ? undefined : { subjects: listed, more };
  },

  ActiveContent({ findings }) {
    const { listed, more } = cut(findings.documents, FLAG_LIMITS.findings);
    return listed.length === 0 ? undefined : { documents: listed, more };
  },

  GeneralRuleOnly({ people }) {
    const general = people.flatMap(({ uboId, identities }) =>
      identities
        .filter(({ generalRule }) => generalRule)
        .map(({ identityId, issuingCountry }) => ({ uboId, identityId, issuingCountry })),
    );
    const { listed, more } = cut(general, FLAG_LIMITS.findings);
    return listed.length === 0 ? undefined : { identities: listed, more };
  },

  HighRiskCountry: (judged) =>
    named(judged, (country) => judged.lists.highRisk.has(country) && !judged.lists.prohibited.has(country)),

  ProhibitedCountry: (judged) => named(judged, (country) => judged.lists.prohibited.has(country)),
};

/** Every field that contains a country, with its pointer in a request. */
export function countriesOf({ business, people }: Pick<Judged, 'business' | 'people'>) {
  const places: { uboId: string | null; pointer: string; country: string }[] = [
    { uboId: null, pointer: '/incorporationCountryIso3Code', country: business.country },
    ...business.addressCountries.map((country, at) => ({
      uboId: null,
      pointer: `/addresses/${at}/countryCode`,
      country,
    })),
  ];
  for (const { uboId, residence, nationality, taxResidence, identities } of people) {
    places.push({ uboId, pointer: '/address/countryCode', country: residence });
    places.push({ uboId, pointer: '/nationality', country: nationality });
    if (taxResidence !== null) places.push({ uboId, pointer: '/taxResidenceCountry', country: taxResidence });
    identities.forEach(({ issuingCountry: country }, at) => {
      places.push({ uboId, pointer: `/identities/${at}/issuingCountry`, country });
    });
  }
  return places;
}

function named(judged: Judged, isMeant: (country: string) => boolean): FactsOf<'HighRiskCountry'> | undefined {
  const places = countriesOf(judged).filter(({ country }) => isMeant(country));
  const { listed, more } = cut(places, FLAG_LIMITS.findings);
  return listed.length === 0 ? undefined : { places: listed, more };
}

const HIGH_RISK = ['CryptoOnRamp', 'CryptoOffRamp', 'CryptoProceeds'] as const;

/** In the order of the vocabulary, each at most once. */
export function computeFlags(judged: Judged): Flag[] {
  // Rule and code match, which TypeScript cannot infer from a lookup.
  return Object.entries(RULES).flatMap(([code, rule]) => {
    const facts = rule(judged);
    return facts === undefined ? [] : [{ code, facts } as Flag];
  });
}

/**
 * An owner is a person declared as one, or with a share: a director with a share is an owner. A UBO needs no share, because
 * control is ownership too. A business without people has no owner either.
 */
function isOwner({ ownershipType, percentageShare }: FlaggedPerson): boolean {
  return ownershipType.includes('UBO') || ownershipType.includes('SHAREHOLDER') || (percentageShare ?? 0) > 0;
}

/** An identity counts as expired on its expiry date: create refuses it from that day on. */
function stateOf(expiryDate: string, today: string): 'Expired' | 'Expiring' | 'Valid' {
  if (expiryDate <= today) return 'Expired';
  return expiryDate <= addDays(today, EXPIRING_DAYS) ? 'Expiring' : 'Valid';
}

function dated(
  people: readonly FlaggedPerson[],
  isMeant: (expiryDate: string) => boolean,
): FactsOf<'IdentityExpired'> | undefined {
  const meant = people.flatMap(({ uboId, identities }) =>
    identities.flatMap(({ identityId, expiryDate }) =>
      expiryDate !== null && isMeant(expiryDate) ? [{ uboId, identityId, expiryDate }] : [],
    ),
  );
  const byDate = meant.toSorted((a, b) => (a.expiryDate < b.expiryDate ? -1 : a.expiryDate > b.expiryDate ? 1 : 0));
  const { listed, more } = cut(byDate, FLAG_LIMITS.findings);
  return listed.length === 0 ? undefined : { identities: listed, more };
}

/** The next day on which flags change without an update: an identity is about to expire, or has expired. */
export function nextChange(people: readonly FlaggedPerson[], today: string): string | undefined {
  const days = people.flatMap(({ identities }) =>
    identities.flatMap(({ expiryDate }) =>
      expiryDate === null ? [] : [addDays(expiryDate, -EXPIRING_DAYS), expiryDate].filter((day) => day > today),
    ),
  );
  return days.toSorted()[0];
}

function addDays(day: string, days: number): string {
  const moved = new Date(`${day}T00:00:00Z`);
  moved.setUTCDate(moved.getUTCDate() + days);
  return moved.toISOString().slice(0, 10);
}

function cut<Item>(found: readonly Item[], most: number): { listed: Item[]; more: boolean } {
  return { listed: found.slice(0, most), more: found.length > most };
}

/**
 * The other businesses that flags refer to, each once; excludes truncated lists, because their selection may differ each
 * time.
 */
export function othersIn(flags: readonly Flag[]): Map<string, { partnerId: string; customerId: string }> {
  return new Map(
    flags.flatMap(pointedAt).map(({ partnerId, customerId }) => [customerId, { partnerId, customerId }] as const),
  );
}

function pointedAt(flag: Flag): { partnerId: string; customerId: string }[] {
  switch (flag.code) {
    case 'DuplicateRegistration':
    case 'SimilarName':
      return flag.facts.more ? [] : flag.facts.others;
    case 'SharedIdentity':
      return flag.facts.more ? [] : flag.facts.matches.map(({ other }) => other);
    default:
      return [];
  }
}
