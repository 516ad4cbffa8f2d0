export { dayOf, endOfDay, lastDayOf, startOfDay } from './days.ts';
export { type Option, withValue } from './options.ts';
export {
  count,
  countryCode,
  moment,
  oneOf,
  parseSearch,
  searchOf,
  someOf,
  stringifySearch,
  uuid,
  words,
} from './search.ts';
