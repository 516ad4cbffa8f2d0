// How partners control a verification in a sandbox: magic values in a business, the simulation request, and time that passes
// for one business. Production has none of them.
import { z } from 'zod';
import { DECISION_LIMITS, decisionReasonSchema } from '../compliance/decisions.ts';
import { known, oneOf, uuid } from '../shared/fields.ts';
import { DECISION_OUTCOMES, VERDICTS } from '../shared/vocabularies.ts';

/** Registration numbers that determine the outcome for a business. */
export const SANDBOX_NUMBERS = ['SBXAPPROVE', 'SBXREJECT', 'SBXCHANGES', 'SBXHOLD'] as const;
export type SandboxNumber = (typeof SANDBOX_NUMBERS)[number];

/** Prefixes of a person's e-mail address that determine the verdict on that person. */
export const SANDBOX_PEOPLE = ['approve+', 'reject+', 'changes+'] as const;
export type SandboxPerson = (typeof SANDBOX_PEOPLE)[number];

export const SANDBOX_OUTCOMES = [...DECISION_OUTCOMES, 'Hold', 'Release', 'Reopen'] as const;
export type SandboxOutcome = (typeof SANDBOX_OUTCOMES)[number];

const MOST_PEOPLE = 100;

export const simulationSchema = z
  .object({
    outcome: oneOf(SANDBOX_OUTCOMES).meta({
      description:
        'What the simulated analysts do. Hold claims the business and keeps it in review, Release returns it to the queue, Reopen reverses a rejection.',
    }),
    reasons: z
      .array(decisionReasonSchema)
      .max(DECISION_LIMITS.reasons, { error: `must have at most ${DECISION_LIMITS.reasons} entries` })
      .nullish()
      .meta({ description: 'For Reject and RequestChanges. Defaults to a typical reason.' }),
    people: z
      .array(
        z.object({
          uboId: uuid.describe('A person of the business.'),
          verdict: oneOf(VERDICTS).describe('The verdict on this person. Case-sensitive.'),
        }),
      )
      .max(MOST_PEOPLE, { error: `must have at most ${MOST_PEOPLE} entries` })
      .nullish()
      .meta({ description: 'Outcomes for individual people, applied together with the decision.' }),
  })
  .meta({ id: 'Simulation' });
export type Simulation = z.output<typeof simulationSchema>;

export const simulationAnswerSchema = z
  .object({
    customerId: known.customerId,
    partnerCustomerId: known.partnerCustomerId,
    verificationStatus: known.verificationStatus,
    version: z.int().describe('The version of the business, for If-Match.'),
  })
  .meta({ id: 'Simulated', description: 'The state of the business after the simulated review.' });
export type SimulationAnswer = z.infer<typeof simulationAnswerSchema>;

const DAYS = 'must be a whole number from 1 to 400';

export const advanceSchema = z
  .object({
    days: z
      .int({ error: DAYS })
      .min(1, { error: DAYS })
      .max(400, { error: DAYS })
      .meta({ description: 'How many days pass for the business.' }),
  })
  .meta({ id: 'Advance' });
export type Advance = z.output<typeof advanceSchema>;

export const advanceAnswerSchema = simulationAnswerSchema
  .extend({ documentIds: z.array(z.uuid()).meta({ description: 'The documents whose upload links have expired.' }) })
  .meta({ id: 'Advanced', description: 'The state of the business after the days have passed.' });
export type AdvanceAnswer = z.infer<typeof advanceAnswerSchema>;
