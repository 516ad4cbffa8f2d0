// What `onboardingctl audit verify` says about trails and statements.
import { type AnchorVerdict, describeFault } from '@onboarding/domain/anchors';
import type { ChainVerdict } from '@onboarding/domain/audit';
import { toCount } from '../output.ts';

const counted = (entries: number) => toCount(entries, 'entry', 'entries');

export function trailWords(verdict: ChainVerdict): string {
  if (!verdict.intact) return `Broken at entry ${verdict.brokenAt}: ${verdict.why}.`;
  const begins = verdict.from === 1 ? '' : `, starting at entry ${verdict.from}; older ones were dropped`;
  const old = verdict.unkeyed === 0 ? '' : `; ${verdict.unkeyed} unkeyed`;
  return `Intact: ${counted(verdict.entries)}${begins}${old}.`;
}

interface TrailCounts {
  trails: number;
  entries: number;
  unkeyed: number;
  broken: number;
}

export function trailsWords({ trails, entries, unkeyed, broken }: TrailCounts): string[] {
  const old = unkeyed === 0 ? [] : [`Unkeyed: ${counted(unkeyed)}; only statements can verify them.`];
  if (trails === 0) return ['There are no customers, so there are no trails.'];
  if (broken > 0) return [`${broken} of ${trails} trails are broken.`, ...old];
  return [`All intact: ${toCount(trails, 'trail', 'trails')} with ${counted(entries)}.`, ...old];
}

export function statementsWords(
  { statements, outside, lastMadeAt, fault }: AnchorVerdict,
  expectedOutside: boolean,
): string {
  if (fault !== undefined) return describeFault(fault);
  if (expectedOutside && !outside)
    return 'The statements at AUDIT_ANCHORS cannot be read back. Set AUDIT_ANCHORS_ASK, or verify a copy of them with file:';
  const where = outside ? 'stored outside the database' : 'stored in the database, where its owner can remove them';
  return statements === 0
    ? 'No statement covers the trails yet. Create one with: onboardingctl audit anchor'
    : `${toCount(statements, 'statement')} verified, ${where}; the latest is from ${lastMadeAt}.`;
}
