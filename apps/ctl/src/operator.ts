// Who runs the command. The name is recorded with everything that the command changes.
import { userInfo } from 'node:os';
import { isVisibleLine } from '@onboarding/contract';
import type { Environment } from './config.ts';
import { WrongUsage } from './failure.ts';

const LONGEST_NAME = 100;
/** Users that stand for no person: those of containers, and of whoever has become root. */
const NOBODY = ['root', 'nonroot'];
const SAY_WHO = 'Say who you are with --operator NAME or the setting ONBOARDING_OPERATOR.';

/** A name that was given is checked at once; the user of the machine is only asked for by commands that record something. */
export function findOperator(
  given: string | undefined,
  environment: Environment,
  userOfMachine = () => userInfo().username,
): () => string {
  const said = given ?? environment.ONBOARDING_OPERATOR;
  if (said === undefined) return () => checkName(refuseNobody(userOfMachine));
  const name = checkName(said);
  return () => name;
}

function checkName(said: string): string {
  const name = said.trim();
  if (name === '' || name.length > LONGEST_NAME || !isVisibleLine(name)) {
    throw new WrongUsage(`The name of an operator is one line of 1 to ${LONGEST_NAME} characters. ${SAY_WHO}`);
  }
  return name;
}

function refuseNobody(userOfMachine: () => string): string {
  let name: string;
  try {
    name = userOfMachine();
  } catch {
    // In a container, the user may have a number and no name.
    throw new WrongUsage(`The user of this machine has no name. ${SAY_WHO}`);
  }
  if (NOBODY.includes(name)) throw new WrongUsage(`The user ${name} of this machine is not a person. ${SAY_WHO}`);
  return name;
}
