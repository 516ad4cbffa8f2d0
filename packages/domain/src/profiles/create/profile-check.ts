// Turns a request body into a profile that can be saved, or into all its problems. Pure.
import {
  BUSINESS_TYPE_LIST,
  type BusinessProfileCreate,
  businessProfileCreateSchema,
  type Candidate,
  checkBody,
  mostWarnings,
  namesWhatIsNot,
  problemAt,
  type RawBody,
  toPointer,
  type Warning,
} from '@onboarding/contract';
import { acceptBody } from '../../failure.ts';
import { type Judgement, judgePeople, judgePhone, judgePlace, NOTHING_KEPT } from '../../people/index.ts';
import type { Catalogue } from '../../requirements/index.ts';
import { resolveNames } from '../record/field-names.ts';
import { findBusinessType } from '../record/profile.ts';

export interface CheckedCreate {
  input: BusinessProfileCreate;
  warnings: Warning[];
}

/** Throws all problems at once; the result can be saved. */
export function checkCreate(body: RawBody, catalogue: Catalogue, now: Date): CheckedCreate {
  const named = resolveNames(body);
  const check = checkBody(businessProfileCreateSchema, named.body, 'Validation');
  const judgement: Judgement = {
    catalogue,
    // A new business has no documents, and a document of another business must look like an unknown one.
    documents: new Map(),
    kept: NOTHING_KEPT,
    today: now.toISOString().slice(0, 10),
    problems: [...named.conflicts, ...check.problems],
    warnings: check.warnings,
  };
  judgeProfile(check.candidate, judgement);
  const input = acceptBody(check, check.inFieldOrder(judgement.problems).map(named.asWritten));
  const warnings = mostWarnings(check.inFieldOrder(judgement.warnings)).map(named.asWritten);
  return { input, warnings };
}

/** The fields that create and update share; an update may omit any of them. */
export type JudgedProfile = Omit<Candidate<BusinessProfileCreate>, 'partnerCustomerId'>;

export function judgeProfile(profile: JudgedProfile, judgement: Judgement): void {
  judgePhone(profile.phoneNumber, ['phoneNumber'], judgement);
  const type = profile.businessTypeCode;
  if (type !== undefined && findBusinessType(judgement.catalogue, type) === undefined) {
    const known = [...judgement.catalogue.businessTypes.values()].join(', ');
    const text = `${namesWhatIsNot(type, 'a business type')}; use one of ${known}, as ${BUSINESS_TYPE_LIST} lists them`;
    judgement.problems.push(problemAt(['businessTypeCode'], 'BusinessType.NotFound', text));
  }
  judgePlace(profile.incorporationCountryIso3Code, ['incorporationCountryIso3Code'], judgement);
  if (typeof profile.registrationDate === 'string' && profile.registrationDate > judgement.today) {
    judgement.warnings.push({
      pointer: toPointer(['registrationDate']),
      code: 'Date.Implausible',
      message: 'registrationDate is in the future. It was stored; please check it against the register.',
    });
  }
  profile.addresses?.forEach((address, index) => {
    judgePlace(address?.countryCode, ['addresses', index, 'countryCode'], judgement);
  });
  judgePeople(profile.businessPersonList ?? [], ['businessPersonList'], judgement);
}
