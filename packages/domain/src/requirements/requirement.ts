// What the reference data says, in the shape that the rules use.
import type { DocumentCategory, IdentityType } from '@onboarding/contract';

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
  /** Stands in for a rule of the country itself, which nobody has looked up. */
  general?: true | undefined;
  foreignIssued: { accepted: false } | ({ accepted: true } & Omit<NumberRule, 'errorMessage'>);
}

export interface RequirementSet {
  requirementSetId: number;
  version: number;
  entries: ReadonlyMap<IdentityType, RequirementEntry>;
  /** A set counts once, from here to there; one that shall count again is copied into a new version. */
  activatedAt: Date;
  retiredAt: Date | null;
}

export interface Catalogue {
  /** Names by code. */
  countries: ReadonlyMap<string, string>;
  /** Names by their lower-case form. */
  businessTypes: ReadonlyMap<string, string>;
  /** What is usually asked for, by the name of the business type. */
  usualDocuments: ReadonlyMap<string, readonly DocumentCategory[]>;
  /** The active ones, by country of residence. */
  requirements: ReadonlyMap<string, RequirementSet>;
  /** Those that counted once, by country of residence. */
  retired: ReadonlyMap<string, readonly RequirementSet[]>;
}

/**
 * The catalogue for a profile: it keeps the requirements under which it was created. A country that had none at that
 * time has those of today, since otherwise nobody who lives there could ever be added.
 */
export function catalogueAt(catalogue: Catalogue, createdAt: Date): Catalogue {
  const then: [string, RequirementSet][] = [];
  for (const [country, sets] of catalogue.retired) {
    const set = sets.find((one) => one.activatedAt <= createdAt && one.retiredAt !== null && createdAt < one.retiredAt);
    if (set !== undefined) then.push([country, set]);
  }
  // Most profiles are younger than the last change.
  if (then.length === 0) return catalogue;
  return { ...catalogue, requirements: new Map([...catalogue.requirements, ...then]) };
}
