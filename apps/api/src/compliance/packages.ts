import { auditQuerySchema, REASON_CODES, REVIEW_REASONS } from '@onboarding/contract';
import { readPackage, readReviewTrail } from '@onboarding/domain/packages';
import { viewDocument } from '@onboarding/domain/verification';
import { readQuery, unknownParameters } from '../http/query.ts';
import type { Handler, SessionCall } from '../http/route.ts';
import { staffOf } from './staff-person.ts';

export const readOnePackage: Handler<SessionCall> = async (tx, { context, params }) => ({
  value: await readPackage(tx, context, params.customerId ?? ''),
});

export const viewOneDocument: Handler<SessionCall> = async (tx, call) => {
  const { customerId = '', documentId = '' } = call.params;
  return { value: await viewDocument(tx, call.context, staffOf(call), { customerId, documentId }) };
};

export const readPackageTrail: Handler<SessionCall> = async (tx, { params, query }) => ({
  value: await readReviewTrail(tx, params.customerId ?? '', readQuery(auditQuerySchema, query)),
  warnings: unknownParameters(auditQuerySchema, query),
});

export const listReasons: Handler<SessionCall> = async () => ({
  value: REASON_CODES.map((code) => ({ code, ...REVIEW_REASONS[code] })),
});
