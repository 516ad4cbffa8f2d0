// The rules for entries of a requirement set. A mistake here would refuse valid documents or accept invalid ones, so more
// than the format is checked.
import { identityRequirementSchema, numberRuleSchema } from '@onboarding/contract';
import { z } from 'zod';
import type { RequirementEntry } from './requirement.ts';

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
