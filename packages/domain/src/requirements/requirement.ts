// What the reference data says, in the shape that the rules use.
import type { IdentityType } from '@onboarding/contract';

export interface NumberRule {
  regex: string;
  minLength: number;
  maxLength: number;
  errorMessage: string;
}

/** One accepted identity document, in the shape that partners know, plus what only we use. */
export interface RequirementEntry {
  identityType: string;
  identityTypeCode: IdentityType;
  fieldName: string;
  inputType: 'Document' | 'Input' | 'Select';
  isRequired: boolean;
  label: string;
  placeholder: string;
  requiresIssueDate: boolean;
  requiresExpiryDate: boolean;
  requiresIdNumber: boolean;
  validationRules: NumberRule;
  displayOrder: number;
  source: string;
  foreignIssued: { accepted: false } | ({ accepted: true } & Omit<NumberRule, 'errorMessage'>);
}

export interface RequirementSet {
  requirementSetId: number;
  version: number;
  entries: ReadonlyMap<IdentityType, RequirementEntry>;
}

export interface Catalogue {
  countries: ReadonlySet<string>;
  /** Names by their lower-case form. */
  businessTypes: ReadonlyMap<string, string>;
  /** By country of residence. */
  requirements: ReadonlyMap<string, RequirementSet>;
}
