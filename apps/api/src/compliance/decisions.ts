import {
  confirmDecision,
  decideOnPackage,
  judgeDocument,
  judgePerson,
  reopenPackage,
  withdrawDecision,
  writeNote,
} from '@onboarding/domain/verification';
import type { Handler, SessionCall } from '../http/route.ts';
import { staffOf } from './staff-person.ts';

const packageOf = ({ params }: SessionCall) => params.customerId ?? '';

export const decideOne: Handler<SessionCall> = async (tx, call) => {
  const { answer, warnings } = await decideOnPackage(tx, call.context, staffOf(call), packageOf(call), call.body);
  return { value: answer, warnings };
};

export const confirmOne: Handler<SessionCall> = async (tx, call) => ({
  value: await confirmDecision(tx, call.context, staffOf(call), packageOf(call), call.params.decisionId ?? ''),
});

export const withdrawOne: Handler<SessionCall> = async (tx, call) => ({
  value: await withdrawDecision(tx, call.context, staffOf(call), packageOf(call), call.params.decisionId ?? ''),
});

export const judgeOnePerson: Handler<SessionCall> = async (tx, call) => {
  const subject = { customerId: packageOf(call), subjectId: call.params.uboId ?? '' };
  const { answer, warnings } = await judgePerson(tx, call.context, staffOf(call), subject, call.body);
  return { value: answer, warnings };
};

export const judgeOneDocument: Handler<SessionCall> = async (tx, call) => {
  const subject = { customerId: packageOf(call), subjectId: call.params.documentId ?? '' };
  const { answer, warnings } = await judgeDocument(tx, call.context, staffOf(call), subject, call.body);
  return { value: answer, warnings };
};

export const noteOne: Handler<SessionCall> = async (tx, call) => {
  const { answer, warnings } = await writeNote(tx, call.context, staffOf(call), packageOf(call), call.body);
  return { value: answer, warnings };
};

export const reopenOne: Handler<SessionCall> = async (tx, call) => ({
  value: await reopenPackage(tx, call.context, staffOf(call), packageOf(call)),
});
