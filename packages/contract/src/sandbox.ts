// What drives a verification in a sandbox: values that are recognised in a business, and the call that says what shall happen.
// None of it exists in production.
import { z } from 'zod';
import { DECISION_LIMITS, decisionReasonSchema } from './compliance-decisions.ts';
import { oneOf } from './fields.ts';
import { DECISION_OUTCOMES, VERDICTS, VERIFICATION_STATUSES } from './vocabularies.ts';

/** Registration numbers that say what becomes of a business. */
export const SANDBOX_NUMBERS = ['SBXAPPROVE', 'SBXREJECT', 'SBXCHANGES', 'SBXHOLD'] as const;
export type SandboxNumber = (typeof SANDBOX_NUMBERS)[number];

/** How a person's e-mail address begins that says what is found about them. */
export const SANDBOX_PEOPLE = ['approve+', 'reject+', 'changes+'] as const;
export type SandboxPerson = (typeof SANDBOX_PEOPLE)[number];

export const SANDBOX_OUTCOMES = [...DECISION_OUTCOMES, 'Hold', 'Release', 'Reopen'] as const;
export type SandboxOutcome = (typeof SANDBOX_OUTCOMES)[number];

const MOST_PEOPLE = 100;

export const simulationSchema = z
  .object({
    outcome: oneOf(SANDBOX_OUTCOMES).meta({
      description:
        'What our analysts shall do. Hold takes the business up and leaves it so, Release gives it back, Reopen takes a rejection back.',
    }),
    reasons: z
      .array(decisionReasonSchema)
      .max(DECISION_LIMITS.reasons, { error: `must have at most ${DECISION_LIMITS.reasons} entries` })
      .nullish()
      .meta({ description: 'For Reject and RequestChanges; a usual one where there is none.' }),
    people: z
      .array(
        z.object({
          uboId: z.uuid({ error: 'must be a UUID' }),
          verdict: oneOf(VERDICTS),
        }),
      )
      .max(MOST_PEOPLE, { error: `must have at most ${MOST_PEOPLE} entries` })
      .nullish()
      .meta({ description: 'What shall be found about single people, together with the decision.' }),
  })
  .meta({ id: 'Simulation' });
export type Simulation = z.output<typeof simulationSchema>;

export const simulationAnswerSchema = z
  .object({
    customerId: z.uuid(),
    partnerCustomerId: z.string(),
    verificationStatus: z.enum(VERIFICATION_STATUSES),
    version: z.int(),
  })
  .meta({ id: 'Simulated' });
export type SimulationAnswer = z.infer<typeof simulationAnswerSchema>;
