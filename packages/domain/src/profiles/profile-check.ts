// From a request body to a profile that may be saved, or to everything that is wrong with it. Pure.
import {
  type BusinessProfileCreate,
  businessProfileCreateSchema,
  type Candidate,
  CREATE_ALIASES,
  checkBody,
  inFieldOrder,
  type Problem,
  problemAt,
  toPointer,
  type Warning,
} from '@onboarding/contract';
import { refuse } from '../failure.ts';
import { type Judgement, judgeCountry, judgePeople, judgePhone } from '../people/index.ts';
import type { Catalogue } from '../requirements/index.ts';
import { findBusinessType } from './profile.ts';

export interface CheckedCreate {
  input: BusinessProfileCreate;
  warnings: Warning[];
}

/** Throws everything that is wrong at once; what comes back can be saved. */
export function checkCreate(body: unknown, catalogue: Catalogue, now: Date): CheckedCreate {
  const named = resolveAliases(body);
  const {
    problems: faults,
    warnings: unknown,
    candidate,
    value,
  } = checkBody(businessProfileCreateSchema, named.body, 'Validation');
  const judgement: Judgement = {
    catalogue,
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
  return { input: value, warnings: inFieldOrder(businessProfileCreateSchema, judgement.warnings).map(named.asWritten) };
}

function judgeProfile(profile: Candidate<BusinessProfileCreate>, judgement: Judgement): void {
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

interface NamedBody {
  /** The body with create's names only. */
  body: unknown;
  conflicts: Problem[];
  /** Points a finding at the name that the caller wrote. */
  asWritten<T extends { pointer: string; message: string }>(finding: T): T;
}

function resolveAliases(body: unknown): NamedBody {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return { body, conflicts: [], asWritten: (finding) => finding };
  }
  const used = Object.entries(CREATE_ALIASES).filter(([alias]) => Object.hasOwn(body, alias));
  if (used.length === 0) return { body, conflicts: [], asWritten: (finding) => finding };
  const named: Record<string, unknown> = { ...body };
  const conflicts: Problem[] = [];
  const renamed = new Map<string, string>();
  for (const [alias, name] of used) {
    const value = named[alias];
    delete named[alias];
    // Null means "not given" here too.
    if (named[name] === undefined || named[name] === null) {
      named[name] = value;
      renamed.set(name, alias);
    } else if (value !== null && !sameText(named[name], value)) {
      conflicts.push(
        problemAt([name], 'ValidationControl.Error', `and ${alias} are two names of one field and differ; send one`),
      );
    }
  }
  return {
    body: named,
    conflicts,
    asWritten(finding) {
      const name = finding.pointer.slice(1);
      const alias = renamed.get(name);
      if (alias === undefined) return finding;
      return { ...finding, pointer: toPointer([alias]), message: finding.message.replace(name, alias) };
    },
  };
}

function sameText(a: unknown, b: unknown): boolean {
  return typeof a === 'string' && typeof b === 'string' ? a.trim() === b.trim() : a === b;
}
