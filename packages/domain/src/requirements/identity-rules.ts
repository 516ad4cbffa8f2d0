// Whether an identity document is accepted from a person, by country of residence, and whether its number is valid, by
// issuing country.
import type { IdentityType } from '@onboarding/contract';
import { stdnum } from 'stdnum';
import type { Catalogue, NumberRule, RequirementEntry } from './requirement.ts';

/** Trimmed, in upper case, with single spaces: the form that is matched and stored. */
export function normaliseNumber(value: string): string {
  return value.trim().toUpperCase().replaceAll(/\s+/g, ' ');
}

/** The number without variations in spelling; equal numbers result in equal text. */
export function comparableNumber(value: string): string {
  return normaliseNumber(value).replaceAll(/[^\p{L}\p{N}]/gu, '');
}

export interface IdentityFacts {
  residence: string;
  type: IdentityType;
  issuingCountry?: string | undefined;
  value?: string | undefined;
  hasIssueDate: boolean;
  hasExpiryDate: boolean;
}

export interface IdentityFinding {
  field: 'identityTypeCode' | 'issuingCountry' | 'identityValue' | 'issueDate' | 'expiryDate';
  text: string;
}

/**
 * Problems of an identity whose country of residence has a requirement set. The caller omits missing or invalid facts, which
 * are not checked here.
 */
export function judgeIdentity(catalogue: Catalogue, facts: IdentityFacts): IdentityFinding[] {
  const entries = catalogue.requirements.get(facts.residence)?.entries;
  if (entries === undefined) return [];
  const entry = entries.get(facts.type);
  if (entry === undefined) {
    const accepted = [...entries.keys()].join(', ');
    return [
      {
        field: 'identityTypeCode',
        text: `names ${facts.type}, which is not accepted from people who live in ${facts.residence}; use one of ${accepted}`,
      },
    ];
  }
  const findings: IdentityFinding[] = [];
  const rule =
    facts.issuingCountry === undefined
      ? undefined
      : numberRule(catalogue, facts.residence, facts.issuingCountry, entry);
  if (rule === 'refused') {
    findings.push({
      field: 'issuingCountry',
      text: `must be ${facts.residence}: a ${entry.identityType.toLowerCase()} of another country is not accepted from people who live there`,
    });
  } else if (rule !== undefined && facts.value !== undefined && !fits(rule, normaliseNumber(facts.value))) {
    findings.push({ field: 'identityValue', text: `is not accepted: ${rule.errorMessage}` });
  }
  if (entry.requiresIssueDate && !facts.hasIssueDate) {
    findings.push({
      field: 'issueDate',
      text: `is required for a ${entry.identityType.toLowerCase()} in ${facts.residence}`,
    });
  }
  if (entry.requiresExpiryDate && !facts.hasExpiryDate) {
    findings.push({
      field: 'expiryDate',
      text: `is required for a ${entry.identityType.toLowerCase()} in ${facts.residence}`,
    });
  }
  return findings;
}

function numberRule(
  catalogue: Catalogue,
  residence: string,
  issuingCountry: string,
  entry: RequirementEntry,
): NumberRule | 'refused' {
  if (issuingCountry === residence) return entry.validationRules;
  if (!entry.foreignIssued.accepted) return 'refused';
  const ofIssuer = catalogue.requirements.get(issuingCountry)?.entries.get(entry.identityTypeCode);
  if (ofIssuer !== undefined) return ofIssuer.validationRules;
  const { regex, minLength, maxLength } = entry.foreignIssued;
  return {
    regex,
    minLength,
    maxLength,
    errorMessage: `a document of another country has a number of ${minLength} to ${maxLength} characters`,
  };
}

/** Whether the number of an accepted document was checked without a rule of the issuing country. */
export function isJudgedGenerally(
  catalogue: Catalogue,
  { residence, type, issuingCountry }: { residence: string; type: IdentityType; issuingCountry: string },
): boolean {
  const entry = catalogue.requirements.get(issuingCountry)?.entries.get(type);
  // Without an entry for the issuer, the residence's rule for foreign documents was applied.
  return entry === undefined ? issuingCountry !== residence : entry.general === true;
}

const compiled = new Map<string, RegExp>();

function fits(rule: NumberRule, value: string): boolean {
  if (value.length < rule.minLength || value.length > rule.maxLength) return false;
  let expression = compiled.get(rule.regex);
  if (expression === undefined) {
    // The cache is bounded by the number of rules in the reference data.
    expression = new RegExp(rule.regex);
    compiled.set(rule.regex, expression);
  }
  return expression.test(value);
}

type Checker = { validate(value: string): { error?: Error | undefined } };

/** National numbers with check digits, by issuing country and type. */
const CHECKERS: Record<string, Checker | undefined> = {
  'ZAF NATIOANL_ID': stdnum.ZA?.idnr,
  'ESP NATIOANL_ID': stdnum.ES?.dni,
  'ESP IDENTITY_CARD': stdnum.ES?.dni,
  'ESP RESIDENCE_CARD': stdnum.ES?.nie,
  'ITA NATIOANL_ID': stdnum.IT?.codicefiscale,
  'PRT NATIOANL_ID': stdnum.PT?.cc,
  'PRT IDENTITY_CARD': stdnum.PT?.cc,
  'POL NATIOANL_ID': stdnum.PL?.pesel,
  'IND NATIOANL_ID': stdnum.IN?.aadhaar,
  'CHN NATIOANL_ID': stdnum.CN?.ric,
  'HKG NATIOANL_ID': stdnum.HK?.hkid,
  'HKG IDENTITY_CARD': stdnum.HK?.hkid,
  'BRA NATIOANL_ID': stdnum.BR?.cpf,
  'MEX NATIOANL_ID': stdnum.MX?.curp,
  'TUR NATIOANL_ID': stdnum.TR?.tckimlik,
};

/**
 * A wrong check digit is usually a typing error, but registers contain numbers that never had a correct one, so it is only a
 * warning.
 */
export function checksumDisagrees(issuingCountry: string, type: IdentityType, value: string): boolean {
  const checker = CHECKERS[`${issuingCountry} ${type}`];
  return checker?.validate(comparableNumber(value)).error?.name === 'InvalidChecksum';
}
