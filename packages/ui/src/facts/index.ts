export { addressFacts, BUSINESS, columnsOf, type FactTable, FINANCIALS, factsOf } from './facts.ts';
