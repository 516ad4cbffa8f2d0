// Owns: the erasure of a customer, everywhere at once. Refuses: nothing; only the owner of the tables can erase, with an
// operator's command. A column with personal data has its line in tests/contract/database/erasable-columns.ts.
export {
  type Erasable,
  type Erasure,
  eraseCustomer,
  inspectErasable,
  listErasures,
} from './erasure-service.ts';
