// Reference data in the form used by the rules.
import type { DocumentCategory, IdentityType } from '@onboarding/contract';

export interface NumberRule {
  regex: string;
  minLength: number;
  maxLength: number;
  errorMessage: string;
}

/** One accepted identity document, in the form shown to partners, with our internal fields. */
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
  /** Whether it is a default instead of a researched rule of the country. */
  general?: true | undefined;
  foreignIssued: { accepted: false } | ({ accepted: true } & Omit<NumberRule, 'errorMessage'>);
}

export interface RequirementSet {
  requirementSetId: number;
  version: number;
  entries: ReadonlyMap<IdentityType, RequirementEntry>;
  /** A set is active once, from `activatedAt` to `retiredAt`; to activate it again, it is copied into a new version. */
  activatedAt: Date;
  retiredAt: Date | null;
}

export interface Catalogue {
  /** Names by code. */
  countries: ReadonlyMap<string, string>;
  /** Not served, whichever field contains them. Their requirements are not in the maps below. */
  prohibited: ReadonlySet<string>;
  /** Countries where businesses may be incorporated and have addresses, and people may live if there are requirements. */
  open: ReadonlySet<string>;
  /** Names by their lower-case form. */
  businessTypes: ReadonlyMap<string, string>;
  /** Documents usually required, by the name of the business type. */
  usualDocuments: ReadonlyMap<string, readonly DocumentCategory[]>;
  /** Active ones, by country of residence. */
  requirements: ReadonlyMap<string, RequirementSet>;
  /** Retired ones, by country of residence. */
  retired: ReadonlyMap<string, readonly RequirementSet[]>;
}

/** Whether a business may be incorporated or have an address there. Residents also need requirements. */
export function isOpenCountry({ open }: Pick<Catalogue, 'open'>, country: string): boolean {
  return open.has(country);
}

/**
 * The catalogue for a profile, with the requirements under which it was created. A country without requirements at that time
 * uses the current ones; otherwise its residents could never be added.
 */
export function catalogueAt(catalogue: Catalogue, createdAt: Date): Catalogue {
  const then: [string, RequirementSet][] = [];
  for (const [country, sets] of catalogue.retired) {
    const set = sets.find((one) => one.activatedAt <= createdAt && one.retiredAt !== null && createdAt < one.retiredAt);
    if (set !== undefined) then.push([country, set]);
  }
  // Most profiles are newer than the last change.
  if (then.length === 0) return catalogue;
  return { ...catalogue, requirements: new Map([...catalogue.requirements, ...then]) };
}
