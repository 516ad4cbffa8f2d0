import { tokenRequestQuerySchema } from '@onboarding/contract';
import {
  checkRegistration,
  listCertificates,
  listTokenRequests,
  registerCertificate,
  revokeCertificate,
} from '@onboarding/domain/credentials';
import { readQuery } from '../http/query.ts';
import type { Handler, SessionCall } from '../http/route.ts';
import { partnerOf } from './partner-person.ts';

export const readApiCredentials: Handler<SessionCall> = async (tx, call) => {
  const { person, clientId } = partnerOf(call);
  const certificates = await listCertificates(tx, person.partnerId, call.context.clock.now());
  return { value: { clientId, ...call.tokenAddresses, certificates } };
};

export const addApiCertificate: Handler<SessionCall> = async (tx, call) => {
  const now = call.context.clock.now();
  const checked = checkRegistration(call.body, now);
  const value = await registerCertificate(tx, partnerOf(call).person, checked, now);
  return { value, warnings: checked.warnings };
};

export const revokeApiCertificate: Handler<SessionCall> = async (tx, call) => {
  const { person } = partnerOf(call);
  return { value: await revokeCertificate(tx, person, call.params.certificateId ?? '', call.context.clock.now()) };
};

export const readTokenRequests: Handler<SessionCall> = async (tx, call) => {
  const { person } = partnerOf(call);
  return { value: await listTokenRequests(tx, person.partnerId, readQuery(tokenRequestQuerySchema, call.query)) };
};
