// Every statement of the specification in our own words, by area. docs/specification-coverage.md is made from this.
import type { Area } from './statement.ts';
import { addresses, financials } from './statements/addresses-and-financials.ts';
import { businessPerson } from './statements/business-person.ts';
import { createBody } from './statements/create-body.ts';
import { identity } from './statements/identity.ts';
import { purpose } from './statements/purpose.ts';
import { reads, webhookRecords } from './statements/records.ts';
import { updateBody } from './statements/update-body.ts';
import { verification } from './statements/verification.ts';
import { vocabularies } from './statements/vocabularies.ts';

export const AREAS: readonly Area[] = [
  purpose,
  createBody,
  updateBody,
  addresses,
  financials,
  vocabularies,
  businessPerson,
  identity,
  reads,
  webhookRecords,
  verification,
];
