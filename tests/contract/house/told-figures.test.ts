// Pages that are written by hand, and code that cannot import the contract, say the same figures as the contract's limits.
import { readFileSync } from 'node:fs';
import {
  ACTIVE_CERTIFICATES,
  ASSERTION_SECONDS,
  BODY_LEVELS,
  BODY_MIB,
  CERTIFICATE_DAYS,
  CLAIM_HOURS,
  CLOCK_SKEW_SECONDS,
  COMPARISONS_PER_HOUR,
  DOCUMENT_LIMITS,
  DOCUMENT_MIB,
  EVENT_DAYS,
  IDEMPOTENCY_HOURS,
  IMAGE_MEGAPIXELS,
  PROPOSAL_DAYS,
  REPLAY_WINDOW_DAYS,
  REQUESTS_PER_SECOND,
  REVIEW_TARGET_HOURS,
  SECRET_OVERLAP_HOURS,
  SESSION_HOURS,
  SESSION_IDLE_MINUTES,
  STEP_UP_MINUTES,
  TOKEN_SECONDS,
  TOKENS_PER_MINUTE,
  UPLOAD_GIB_PER_DAY,
  UPLOAD_LINK_MINUTES,
  WEBHOOK_GIVE_UP_HOURS,
  WEBHOOK_TOLERANCE_MINUTES,
} from '@onboarding/contract';
import { INTERVALS_UNTIL_HELD_BACK } from '@onboarding/domain/anchors';
import { MAX_ATTEMPTS } from '@onboarding/domain/webhooks';
import { expect, test } from 'vitest';

/** The figure is the group of the pattern; it may be written as a word. Every match counts, and there must be one. */
const TOLD: [page: string, pattern: RegExp, figure: number][] = [
  ['README.md', /token (?:lasts|is valid for) (\w+) minutes/g, TOKEN_SECONDS / 60],
  ['docs/tokens.md', /(?:lasts|valid for) (\w+) minutes/g, TOKEN_SECONDS / 60],
  ['docs/glossary.md', /\*\*Token\*\*:[^*]*? (\w+) seconds/g, TOKEN_SECONDS],
  ['docs/contract-decisions.md', /tokens that last (\w+) seconds/g, TOKEN_SECONDS],
  ['docs/tokens.md', /`exp` \|[^|]*? (\w+) seconds/g, ASSERTION_SECONDS],
  ['docs/tokens.md', /`(?:iat|nbf)` \|[^|]*? (\w+) seconds ahead/g, CLOCK_SKEW_SECONDS],
  ['packages/platform/src/tokens/verifier.ts', /SKEW_SECONDS = (\d+)/g, CLOCK_SKEW_SECONDS],
  ['docs/tokens.md', /(\w+) tokens a minute/g, TOKENS_PER_MINUTE.client],
  ['docs/tokens.md', /at most (\w+) days/g, CERTIFICATE_DAYS],
  ['docs/tokens.md', /Up to (\w+) certificates/g, ACTIVE_CERTIFICATES],
  ['docs/contract-decisions.md', /(\d+) reads/g, REQUESTS_PER_SECOND.reads],
  ['docs/contract-decisions.md', /and (\w+) writes/g, REQUESTS_PER_SECOND.writes],
  ['docs/contract-decisions.md', /a body of (\w+) MiB/g, BODY_MIB],
  ['docs/contract-decisions.md', /MiB, (\w+) levels/g, BODY_LEVELS],
  ['docs/architecture.md', /(\w+) levels/g, BODY_LEVELS],
  ['docs/glossary.md', /\*\*Idempotency key\*\*:[^*]*? (\w+) hours/g, IDEMPOTENCY_HOURS],
  ['docs/contract-decisions.md', /kept for (\w+) hours/g, IDEMPOTENCY_HOURS],
  ['docs/glossary.md', /\*\*Session\*\*:[^*]*? (\w+) hours/g, SESSION_HOURS],
  ['docs/glossary.md', /\*\*Session\*\*:[^*]*? (\w+) minutes/g, SESSION_IDLE_MINUTES],
  ['docs/contract-decisions.md', /session ends (\w+) hours/g, SESSION_HOURS],
  ['docs/security.md', /\*\*Sessions\*\* end after (\w+) minutes/g, SESSION_IDLE_MINUTES],
  ['database/schema.sql', /last_seen_at > \(enter_session\.at - '00:(\d+):00'/g, SESSION_IDLE_MINUTES],
  ['docs/glossary.md', /\*\*Step-up\*\*:[^*]*? (\w+) minutes/g, STEP_UP_MINUTES],
  ['docs/security.md', /second factor of the last (\w+) minutes/g, STEP_UP_MINUTES],
  ['docs/verification.md', /(\w+) hours after a package was queued for Monitoring/g, REVIEW_TARGET_HOURS.Monitoring],
  ['docs/verification.md', /(\w+) hours after\s+Answered, Changed or Reopened/g, REVIEW_TARGET_HOURS.Answered],
  ['docs/verification.md', /(\w+) hours after Submitted/g, REVIEW_TARGET_HOURS.Submitted],
  ['docs/documents.md', /within (\w+) minutes/g, UPLOAD_LINK_MINUTES],
  ['docs/glossary.md', /\*\*Upload link\*\*:[^*]*? (\w+) minutes/g, UPLOAD_LINK_MINUTES],
  ['docs/documents.md', /(\w+) MiB/g, DOCUMENT_MIB],
  ['docs/retries.md', /(\w+) GiB of documents per day/g, UPLOAD_GIB_PER_DAY],
  ['docs/contract-decisions.md', /(\w+) GiB of documents per day/g, UPLOAD_GIB_PER_DAY],
  ['docs/documents.md', /(\w+) megapixels/g, IMAGE_MEGAPIXELS],
  ['apps/portal/src/pages/customers/words.ts', /(\w+) MiB/g, DOCUMENT_MIB],
  ['apps/portal/src/pages/customers/words.ts', /(\w+) megapixels/g, IMAGE_MEGAPIXELS],
  ['apps/console/src/pages/package/document/document-list.tsx', /(\w+) MiB/g, DOCUMENT_MIB],
  ['apps/console/src/pages/package/document/document-list.tsx', /(\w+) megapixels/g, IMAGE_MEGAPIXELS],
  ['docs/documents.md', /\(([\d,]+) bytes\)/g, DOCUMENT_LIMITS.maxSizeBytes],
  ['docs/webhooks.md', /timestamp is more than \*\*(\w+) minutes/g, WEBHOOK_TOLERANCE_MINUTES],
  ['packages/sdk/src/verify-webhook.ts', /TOLERANCE_SECONDS = (\d+)/g, WEBHOOK_TOLERANCE_MINUTES * 60],
  ['packages/sdk-python/src/onboarding_sdk/webhooks.py', /_TOLERANCE_SECONDS = (\d+)/g, WEBHOOK_TOLERANCE_MINUTES * 60],
  ['docs/webhooks.md', /After attempt (\w+) the delivery is `Exhausted`/g, MAX_ATTEMPTS],
  ['docs/webhooks.md', /(?:failing for|of the last) (\w+) hours/g, WEBHOOK_GIVE_UP_HOURS],
  ['docs/webhooks.md', /(?:For|After) (\w+) hours/g, SECRET_OVERLAP_HOURS],
  ['docs/glossary.md', /\*\*Overlap\*\*:[^*]*? (\w+) hours/g, SECRET_OVERLAP_HOURS],
  ['docs/webhooks.md', /for (\d+) days/g, EVENT_DAYS],
  ['packages/cli/src/commands/listen.ts', /at most (\w+) days/g, EVENT_DAYS],
  ['docs/webhooks.md', /window of up to (\w+) days/g, REPLAY_WINDOW_DAYS],
  ['docs/operations.md', /(\w+) hours after the last (?:thing|action)/g, CLAIM_HOURS],
  ['docs/operations.md', /(\w+) days after a proposal/g, PROPOSAL_DAYS],
  ['docs/operations.md', /after (\w+) intervals, 20 minutes by default/g, INTERVALS_UNTIL_HELD_BACK],
  ['docs/runbooks/AuditCoverageHeldBack.md', /for (\w+) intervals/g, INTERVALS_UNTIL_HELD_BACK],
  ['deploy/prometheus/rules.yml', /"covered"\}\) > (\w+) \* max/g, INTERVALS_UNTIL_HELD_BACK],
  ['docs/verification.md', /A claim \w+ (\w+) hours/g, CLAIM_HOURS],
  ['docs/verification.md', /has (\w+) tries an hour/g, COMPARISONS_PER_HOUR],
];

const WORDS: Record<string, number> = { four: 4, five: 5 };

test.each(TOLD)('%s: what matches %s is the figure of the contract', (page, pattern, figure) => {
  const text = readFileSync(page, 'utf8').replaceAll(/\s+/g, ' ');
  const told = [...text.matchAll(pattern)].map(([, said = '']) => WORDS[said] ?? Number(said.replaceAll(',', '')));
  expect(told.length).toBeGreaterThan(0);
  expect(new Set(told)).toEqual(new Set([figure]));
});
