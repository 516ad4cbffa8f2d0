export { addressFacts, BUSINESS, FINANCIALS } from './business.ts';
export { columnsOf, type FactTable, factsOf } from './fact-table.ts';
