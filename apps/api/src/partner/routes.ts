// The Partner API's table of contents: every operation with its scope. Paths are served below /api.
import {
  businessProfileCreateSchema,
  businessProfileRecordSchema,
  createAnswerSchema,
  type ErrorCode,
  validateAnswerSchema,
} from '@onboarding/contract';
import type { TokenRoute } from '../http/route.ts';
import {
  createBusinessProfile,
  readBusinessProfile,
  readBusinessProfileByReference,
  validateBusinessProfile,
} from './business-profiles.ts';
import { createAnswerExample, createExample, recordExample } from './examples.ts';

const CREATE_ERRORS: readonly ErrorCode[] = [
  'Validation',
  'ValidationControl.Error',
  'PhoneNumber.Invalid',
  'BusinessType.NotFound',
  'Country.NotFound',
  'OnboardingConfig.NotFound',
  'Document.NotFound',
  'Customer.PartnerCustomerIdRequired',
  'Customer.PartnerCustomerIdInvalid',
  'Customer.PartnerCustomerIdConflict',
];

const createBody = { schema: businessProfileCreateSchema, example: createExample, malformed: 'Validation' } as const;
const record = { schema: businessProfileRecordSchema, example: recordExample };

export const partnerRoutes: readonly TokenRoute[] = [
  {
    method: 'POST',
    path: '/partner/v1/business-profiles',
    operationId: 'createBusinessProfile',
    summary: 'Create a business with its people',
    description:
      'Saves the business and all its people in one transaction and queues it for compliance review. Nothing is saved when anything is wrong, and everything that is wrong is told at once.',
    scope: 'partner.write',
    writes: true,
    idempotent: true,
    body: createBody,
    answer: { schema: createAnswerSchema, example: createAnswerExample },
    errors: CREATE_ERRORS,
    handler: createBusinessProfile,
  },
  {
    method: 'POST',
    path: '/partner/v1/business-profiles/validate',
    operationId: 'validateBusinessProfile',
    summary: 'Check a create body without saving it',
    description: 'Judges the body exactly as create does and saves nothing.',
    scope: 'partner.write',
    writes: false,
    body: createBody,
    answer: { schema: validateAnswerSchema, example: { valid: true } },
    errors: CREATE_ERRORS,
    handler: validateBusinessProfile,
  },
  {
    method: 'GET',
    path: '/partner/v1/business-profiles/{customerId}',
    operationId: 'readBusinessProfile',
    summary: 'Read one business by its id',
    description: 'Identity numbers are masked. The ETag is the version.',
    scope: 'partner.read',
    writes: false,
    answer: record,
    errors: ['Customer.NotFound', 'Partner.NotAuthorized'],
    handler: readBusinessProfile,
  },
  {
    method: 'GET',
    path: '/partner/v1/business-profiles/by-reference/{partnerCustomerId}',
    operationId: 'readBusinessProfileByReference',
    summary: 'Read one business by your own reference',
    description: 'Finds the customer by the partnerCustomerId that you gave it. Case matters.',
    scope: 'partner.read',
    writes: false,
    answer: record,
    errors: ['Customer.NotFound'],
    handler: readBusinessProfileByReference,
  },
];
