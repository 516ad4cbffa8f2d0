// Who runs the command. The name is recorded with everything that the command changes.
import { userInfo } from 'node:os';
import { isVisibleLine } from '@onboarding/contract';
import type { Environment } from './config.ts';
import { WrongUsage } from './failure.ts';

const LONGEST_NAME = 100;
/** Users that do not identify a person: those of containers, and root. */
const NOBODY = ['root', 'nonroot'];
const SAY_WHO = 'Give your name with --operator NAME or the setting ONBOARDING_OPERATOR.';

/** A given name is checked immediately; the system user is read only by commands that record something. */
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
    throw new WrongUsage(`An operator name is one line of 1 to ${LONGEST_NAME} characters. ${SAY_WHO}`);
  }
  return name;
}

function refuseNobody(userOfMachine: () => string): string {
  let name: string;
  try {
    name = userOfMachine();
  } catch {
    // In a container, the user may have a number and no name.
    throw new WrongUsage(`The current system user has no name. ${SAY_WHO}`);
  }
  if (NOBODY.includes(name)) throw new WrongUsage(`The system user ${name} does not identify a person. ${SAY_WHO}`);
  return name;
}
