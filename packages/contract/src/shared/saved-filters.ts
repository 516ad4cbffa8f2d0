// The filters of a list that a person saved under a name: parameters of the page, as in its URL.
import { z } from 'zod';
import { SAVED_FILTERS } from './durations-and-limits.ts';
import { name, oneOf, text } from './fields.ts';
import { sayingOneOf } from './query-fields.ts';
import type { Realm } from './realms-and-roles.ts';
import { SAVED_FILTER_LISTS } from './vocabularies.ts';

const LIMITS = { parameters: 20, values: 50, valueLength: 300, nameLength: 60 } as const;

const searchSchema = z
  .record(
    z.string().regex(/^[A-Za-z]{1,40}$/, { error: 'has a name that is not 1 to 40 letters' }),
    z
      .array(text(LIMITS.valueLength))
      .min(1, { error: 'must have a value' })
      .max(LIMITS.values, { error: `must have at most ${LIMITS.values} values` }),
  )
  .refine((search) => Object.keys(search).length <= LIMITS.parameters, {
    error: `must have at most ${LIMITS.parameters} parameters`,
  })
  .meta({
    description: 'The parameters of the page, each with its values. A page ignores those that it does not know.',
    maxProperties: LIMITS.parameters,
  });

const savedFilterSchema = z.object({ name: name(LIMITS.nameLength), search: searchSchema }).meta({ id: 'SavedFilter' });
export type SavedFilter = z.infer<typeof savedFilterSchema>;

const version = z
  .int({ error: 'must be a whole number' })
  .min(0, { error: 'must be at least 0' })
  .max(2_147_483_647, { error: 'must be at most 2147483647' });

export const savedFiltersSchema = z
  .object({
    version: version.meta({ description: 'Increases with every change; 0 if nothing was ever saved.' }),
    filters: z.array(savedFilterSchema).meta({ description: 'In the order in which they were saved.' }),
  })
  .meta({ id: 'SavedFilters' });
export type SavedFilters = z.infer<typeof savedFiltersSchema>;

const filters = z
  .array(savedFilterSchema)
  .max(SAVED_FILTERS, { error: `must be at most ${SAVED_FILTERS}; delete one first` })
  .refine((all) => new Set(all.map((one) => one.name)).size === all.length, {
    error: 'must have different names',
  });

const LIST_MEANS = 'The list of the site.';
const listOf = (realm: Realm) => oneOf(SAVED_FILTER_LISTS[realm]).meta({ description: LIST_MEANS });
const queryOf = (realm: Realm) => {
  const lists = SAVED_FILTER_LISTS[realm];
  return z.object({ list: z.enum(lists, sayingOneOf(lists)).meta({ description: LIST_MEANS }) });
};
const changeOf = (realm: Realm) =>
  z.object({
    list: listOf(realm),
    version: version.meta({
      description: 'The version that you read. If it is not the current one, nothing is saved.',
    }),
    filters,
  });

export const partnerFiltersQuerySchema = queryOf('partner');
export const staffFiltersQuerySchema = queryOf('staff');
export const partnerFiltersChangeSchema = changeOf('partner');
export const staffFiltersChangeSchema = changeOf('staff');
