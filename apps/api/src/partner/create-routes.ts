import {
  businessProfileCreateSchema,
  createAnswerSchema,
  type ErrorCode,
  validateAnswerSchema,
} from '@onboarding/contract';
import { checkCreate, prepareCreate, refuseTakenReference } from '@onboarding/domain/profiles';
import { createAnswerExample, createExample } from '../examples/business.ts';
import { rawBody } from '../http/body.ts';
import { tokenRoute } from '../http/declare.ts';

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

const body = rawBody({ schema: businessProfileCreateSchema, example: createExample, malformed: 'Validation' });

export const createBusinessProfile = tokenRoute({
  method: 'POST',
  path: '/partner/v1/business-profiles',
  operationId: 'createBusinessProfile',
  summary: 'Create a business with its people',
  description:
    'Saves the business and all its people in one transaction and queues it for compliance review. If anything is wrong, nothing is saved, and all problems are reported together.',
  scope: 'partner.write',
  writes: true,
  idempotent: true,
  body,
  answer: { schema: createAnswerSchema, example: createAnswerExample },
  errors: CREATE_ERRORS,
  async handler(tx, { context, actor, catalogue, body }) {
    const { input, warnings } = checkCreate(body, catalogue, context.clock.now());
    return { value: await prepareCreate(context, actor, catalogue, input)(tx), warnings };
  },
});

export const validateBusinessProfile = tokenRoute({
  method: 'POST',
  path: '/partner/v1/business-profiles/validate',
  operationId: 'validateBusinessProfile',
  summary: 'Validate a business without saving it',
  description: 'Applies the same checks as creating a business, but saves nothing.',
  scope: 'partner.write',
  writes: false,
  body,
  answer: { schema: validateAnswerSchema, example: { valid: true } },
  errors: CREATE_ERRORS,
  async handler(tx, { context, actor, catalogue, body }) {
    const { input, warnings } = checkCreate(body, catalogue, context.clock.now());
    await refuseTakenReference(tx, actor, input);
    return { value: { valid: true as const }, warnings };
  },
});
