// Reference data in the form used by the rules.
import {
  type DocumentCategory,
  type IdentityType,
  identityRequirementSchema,
  numberRuleSchema,
} from '@onboarding/contract';
import { z } from 'zod';

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

// The rules for entries of a requirement set. A mistake here would refuse valid documents or accept invalid ones, so more
// than the format is checked.

const MAX_ENTRIES = 20;

const words = z.string().trim().min(1).max(300);
const expression = z
  .string()
  .max(300)
  .refine((text) => text.startsWith('^') && text.endsWith('$'), { error: 'must start with ^ and end with $' })
  .refine((text) => toExpression(text) !== undefined, { error: 'is not a regular expression' });
const length = z.int().min(1).max(100);

function toExpression(text: string): RegExp | undefined {
  try {
    return new RegExp(text);
  } catch {
    return undefined;
  }
}

const inOrder = ({ minLength, maxLength }: { minLength: number; maxLength: number }) => minLength <= maxLength;
const IN_ORDER = { error: 'must be at least minLength', path: ['maxLength'] };

const bounds = { regex: expression, minLength: length, maxLength: length };

const entrySchema = z
  .strictObject({
    ...identityRequirementSchema.shape,
    identityType: words,
    fieldName: z.string().regex(/^[a-z][A-Za-z0-9]{0,49}$/, { error: 'must be a name such as passportNumber' }),
    label: words,
    placeholder: words,
    displayOrder: z.int().min(1).max(1000),
    validationRules: z
      .strictObject({ ...numberRuleSchema.shape, ...bounds, errorMessage: words })
      .refine(inOrder, IN_ORDER),
    source: z.string().trim().min(1, { error: 'must say where the rule comes from' }).max(1000),
    general: z.literal(true).optional(),
    foreignIssued: z.discriminatedUnion('accepted', [
      z.strictObject({ accepted: z.literal(false) }),
      z.strictObject({ accepted: z.literal(true), ...bounds }),
    ]),
  })
  .refine(({ foreignIssued }) => !foreignIssued.accepted || inOrder(foreignIssued), {
    ...IN_ORDER,
    path: ['foreignIssued', 'maxLength'],
  })
  .refine(
    ({ placeholder, validationRules: { regex, minLength, maxLength } }) => {
      const { length } = placeholder;
      return length >= minLength && length <= maxLength && toExpression(regex)?.test(placeholder) !== false;
    },
    { error: 'is the example shown to people, so validationRules must accept it', path: ['placeholder'] },
  );

const entriesSchema: z.ZodType<RequirementEntry[]> = z
  .array(entrySchema)
  .min(1, { error: 'must have at least one entry' })
  .max(MAX_ENTRIES)
  .superRefine((entries, issues) => {
    for (const name of ['identityTypeCode', 'fieldName', 'displayOrder'] as const) {
      const seen = new Set<unknown>();
      entries.forEach((entry, index) => {
        if (seen.has(entry[name])) {
          issues.addIssue({
            code: 'custom',
            path: [index, name],
            message: 'is a duplicate: each entry needs a different value',
          });
        }
        seen.add(entry[name]);
      });
    }
  });

/** The entries, or all their problems. */
export function readEntries(written: unknown): { entries: RequirementEntry[] } | { faults: string[] } {
  const result = entriesSchema.safeParse(written);
  if (result.success) return { entries: result.data };
  return { faults: result.error.issues.map(({ path, message }) => `${path.join('.') || 'the file'}: ${message}`) };
}
