export { dayOf, endOfDay, lastDayOf, startOfDay } from './days.ts';
export { count, moment, oneOf, parseSearch, searchOf, stringifySearch, uuid, words } from './search.ts';
