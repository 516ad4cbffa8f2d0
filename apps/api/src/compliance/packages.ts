import { auditQuerySchema, REASON_CODES, REVIEW_REASONS } from '@onboarding/contract';
import { readPackage, readReviewTrail } from '@onboarding/domain/packages';
import { viewDocument } from '@onboarding/domain/verification';
import { readQuery, unknownParameters } from '../http/query.ts';
import type { Handler, SessionCall } from '../http/route.ts';
import { readerOf } from './staff-person.ts';

export const readOnePackage: Handler<SessionCall> = async (tx, call) => ({
  value: await readPackage(tx, call.context, readerOf(call), call.params.customerId ?? ''),
});

export const viewOneDocument: Handler<SessionCall> = async (tx, call) => {
  const { customerId = '', documentId = '' } = call.params;
  return { value: await viewDocument(tx, call.context, readerOf(call), { customerId, documentId }) };
};

export const readPackageTrail: Handler<SessionCall> = async (tx, call) => {
  const query = readQuery(auditQuerySchema, call.query);
  return {
    value: await readReviewTrail(tx, call.context, readerOf(call), { customerId: call.params.customerId ?? '', query }),
    warnings: unknownParameters(auditQuerySchema, call.query),
  };
};

export const listReasons: Handler<SessionCall> = async () => ({
  value: REASON_CODES.map((code) => ({ code, ...REVIEW_REASONS[code] })),
});
