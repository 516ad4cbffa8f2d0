// Owns: the erasure of a customer in every module that stores customer data. Only the owner of the tables can erase, with an
// operator's command. Every column with personal data is listed in tests/contract/database/erasable-columns.ts.
export {
  type Erasable,
  type Erasure,
  eraseCustomer,
  inspectErasable,
  listErasures,
} from './erasure-service.ts';
