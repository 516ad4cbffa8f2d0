import { claimPackage, releasePackage } from '@onboarding/domain/verification';
import type { Handler, SessionCall } from '../http/route.ts';
import { staffOf } from './staff-person.ts';

export const claimOne: Handler<SessionCall> = async (tx, call) => ({
  value: await claimPackage(tx, call.context, staffOf(call), call.params.customerId ?? ''),
});

export const releaseOne: Handler<SessionCall> = async (tx, call) => ({
  value: await releasePackage(tx, call.context, staffOf(call), call.params.customerId ?? ''),
});
