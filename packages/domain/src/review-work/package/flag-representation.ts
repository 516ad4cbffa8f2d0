// Stored flags with explanations for analysts.
import { type ExplainedFlag, explainFlag, type Flag, flagSchema } from '@onboarding/contract';

interface Match {
  partnerId: string;
  customerId: string;
  why: string;
}

/** Skips flags that were withdrawn by a later release. */
export function storedFlags(stored: unknown): Flag[] {
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((one) => {
    const parsed = flagSchema.safeParse(one);
    return parsed.success ? [parsed.data] : [];
  });
}

/** The other businesses that a flag refers to, each once. */
export function matchesOf(flag: Flag): Match[] {
  switch (flag.code) {
    case 'DuplicateRegistration':
      return flag.facts.others.map((one) => ({ ...one, why: 'It has the same registration number.' }));
    case 'SimilarName':
      return flag.facts.others.map(({ score, ...one }) => ({
        ...one,
        why: score === 1 ? 'It has the same name.' : `Its name is ${Math.round(score * 100)} percent similar.`,
      }));
    case 'SharedIdentity': {
      const others = new Map(flag.facts.matches.map(({ other }) => [other.customerId, other]));
      return [...others.values()].map(({ partnerId, customerId }) => ({
        partnerId,
        customerId,
        why: 'One of its people has the same identity document as a person of this business.',
      }));
    }
    default:
      return [];
  }
}

export interface Names {
  partner(partnerId: string): string | undefined;
  company(customerId: string): string | undefined;
}

export function toExplainedFlag(flag: Flag, names: Names): ExplainedFlag {
  return {
    code: flag.code,
    explanation: explainFlag(flag),
    facts: { ...flag.facts },
    matches: matchesOf(flag).map(({ partnerId, customerId, why }) => ({
      customerId,
      partnerId,
      partnerName: names.partner(partnerId) ?? null,
      companyName: names.company(customerId) ?? null,
      why,
    })),
  };
}
