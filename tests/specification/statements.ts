// Every statement of the specification in our own words, by area. docs/specification-coverage.md is made from this.
import type { Area } from './statement.ts';
import { addresses, financials } from './statements/addresses-and-financials.ts';
import { authentication } from './statements/authentication.ts';
import { businessPerson } from './statements/business-person.ts';
import { createBody } from './statements/create-body.ts';
import { dashboardErrors } from './statements/dashboard-errors.ts';
import { deliveries, eventTypes } from './statements/events.ts';
import { identity } from './statements/identity.ts';
import { limits } from './statements/limits.ts';
import { partnerErrors } from './statements/partner-errors.ts';
import { partnerOperations } from './statements/partner-operations.ts';
import { purpose } from './statements/purpose.ts';
import { reads, webhookRecords } from './statements/records.ts';
import { updateBody } from './statements/update-body.ts';
import { uploadLinks } from './statements/upload-links.ts';
import { verification } from './statements/verification.ts';
import { versioning } from './statements/versioning.ts';
import { vocabularies } from './statements/vocabularies.ts';
import { deliveryHistory, webhookEndpoint } from './statements/webhook-operations.ts';
import { webhookStates } from './statements/webhook-states.ts';
import { withdrawnOperations } from './statements/withdrawn-operations.ts';
import { createRules, updateRules } from './statements/write-rules.ts';

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
  webhookStates,
  partnerOperations,
  createRules,
  updateRules,
  uploadLinks,
  withdrawnOperations,
  webhookEndpoint,
  deliveryHistory,
  authentication,
  deliveries,
  eventTypes,
  partnerErrors,
  dashboardErrors,
  limits,
  versioning,
];
