import { auditQuerySchema } from '@onboarding/contract';
import { listOwnTrail } from '@onboarding/domain/profiles';
import { readQuery, unknownParameters } from '../http/query.ts';
import type { Handler } from '../http/route.ts';

export const readAuditTrail: Handler = async (tx, { actor, params, query }) => ({
  value: await listOwnTrail(tx, actor, params.customerId ?? '', readQuery(auditQuerySchema, query)),
  warnings: unknownParameters(auditQuerySchema, query),
});
