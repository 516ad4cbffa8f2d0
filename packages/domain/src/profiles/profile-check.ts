// From a request body to a profile that may be saved, or to everything that is wrong with it. Pure.
import {
  type BusinessProfileCreate,
  businessProfileCreateSchema,
  type Candidate,
  checkBody,
  inFieldOrder,
  mostWarnings,
  problemAt,
  toPointer,
  type Warning,
} from '@onboarding/contract';
import { refuse } from '../failure.ts';
import { type Judgement, judgeCountry, judgePeople, judgePhone } from '../people/index.ts';
import type { Catalogue } from '../requirements/index.ts';
import { resolveNames } from './field-names.ts';
import { findBusinessType } from './profile.ts';

export interface CheckedCreate {
  input: BusinessProfileCreate;
  warnings: Warning[];
}

/** Throws everything that is wrong at once; what comes back can be saved. */
export function checkCreate(body: unknown, catalogue: Catalogue, now: Date): CheckedCreate {
  const named = resolveNames(body);
  const {
    problems: faults,
    warnings: unknown,
    candidate,
    value,
  } = checkBody(businessProfileCreateSchema, named.body, 'Validation');
  const judgement: Judgement = {
    catalogue,
    // A business that does not exist yet has none, and another's cannot be told from one that nobody has.
    documents: new Map(),
    today: now.toISOString().slice(0, 10),
    problems: [...named.conflicts, ...faults],
    warnings: unknown,
  };
  judgeProfile(candidate, judgement);
  const problems = inFieldOrder(businessProfileCreateSchema, judgement.problems).map(named.asWritten);
  const [first, ...others] = problems;
  if (first !== undefined) throw refuse([first, ...others]);
  // The schema found nothing, or there would have been a problem.
  if (value === undefined) throw new Error('A body without problems has no value');
  const warnings = mostWarnings(inFieldOrder(businessProfileCreateSchema, judgement.warnings)).map(named.asWritten);
  return { input: value, warnings };
}

/** The fields that create and updates have in common; on an update any of them may be missing. */
export type JudgedProfile = Omit<Candidate<BusinessProfileCreate>, 'partnerCustomerId'>;

export function judgeProfile(profile: JudgedProfile, judgement: Judgement): void {
  judgePhone(profile.phoneNumber, ['phoneNumber'], judgement);
  const type = profile.businessTypeCode;
  if (type !== undefined && findBusinessType(judgement.catalogue, type) === undefined) {
    const known = [...judgement.catalogue.businessTypes.values()].join(', ');
    judgement.problems.push(
      problemAt(['businessTypeCode'], 'BusinessType.NotFound', `is not a business type; known are ${known}`),
    );
  }
  judgeCountry(profile.incorporationCountryIso3Code, ['incorporationCountryIso3Code'], judgement);
  if (typeof profile.registrationDate === 'string' && profile.registrationDate > judgement.today) {
    judgement.warnings.push({
      pointer: toPointer(['registrationDate']),
      code: 'Date.Implausible',
      message: 'registrationDate is in the future. It was stored; please compare it with the register.',
    });
  }
  profile.addresses?.forEach((address, index) => {
    judgeCountry(address?.countryCode, ['addresses', index, 'countryCode'], judgement);
  });
  judgePeople(profile.businessPersonList ?? [], ['businessPersonList'], judgement);
}
