// Owns: what goes when a customer is erased, and that it goes everywhere at once. Refuses: nobody by itself; only the owner of
// the tables can, by an operator's command. A column that holds something personal has its line in
// tests/contract/erasable-columns.ts.
export {
  type Erasable,
  type ErasedCustomer,
  type Erasure,
  eraseCustomer,
  inspectErasable,
  listErasures,
} from './erasure-service.ts';
