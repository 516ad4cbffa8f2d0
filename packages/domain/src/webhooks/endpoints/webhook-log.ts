// The log of an endpoint as shown to its partner: the partner's users by name, our staff and automatic changes without a
// name.
import {
  DISABLED_REASONS,
  WEBHOOK_CHANGE_LIMITS,
  type WebhookChange,
  type WebhookChangePage,
  type WebhookChangeQuery,
} from '@onboarding/contract';
import type { KeyRing } from '@onboarding/platform/crypto';
import type { Tx } from '@onboarding/platform/postgres';
import { z } from 'zod';
import { listUserNames } from '../../accounts/index.ts';
import { markOf, openPosition, sealPosition } from '../../cursors.ts';
import { type ChangeRow, listChangeRows } from './webhook-log-store.ts';

const NEWEST = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const MARK = markOf([]);

/** The details of a change that partners can see; the rest is for operators. */
const detailsShape = z.object({
  host: z.string().nullable().default(null),
  previousHost: z.string().nullable().default(null),
  reason: z.enum(DISABLED_REASONS).nullable().default(null),
  replayId: z.string().nullable().default(null),
});

export async function listWebhookChanges(
  tx: Tx,
  keys: KeyRing,
  partnerId: string,
  { limit = WEBHOOK_CHANGE_LIMITS.itemsUnasked, cursor }: WebhookChangeQuery,
): Promise<WebhookChangePage> {
  const list = `webhook changes of ${partnerId}`;
  const [before = NEWEST] = cursor === undefined ? [] : openPosition(keys, list, MARK, cursor);
  // Fetches one more than requested, to detect another page.
  const rows = await listChangeRows(tx, partnerId, { before, limit: limit + 1 });
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  const users = shown.filter((row) => row.actorKind === 'PartnerPerson').map((row) => row.actorId);
  const names = await listUserNames(tx, partnerId, users);
  return {
    items: shown.map((row) => toChange(row, names)),
    nextCursor: last === undefined ? null : sealPosition(keys, list, MARK, [last.changeId]),
  };
}

function toChange(row: ChangeRow, names: ReadonlyMap<string, string>): WebhookChange {
  const { host, previousHost, reason, replayId } = detailsShape.parse(JSON.parse(row.details));
  const person = row.actorKind === 'PartnerPerson';
  return {
    changeId: row.changeId,
    occurredAt: row.occurredAt.toISOString(),
    action: row.action,
    actorKind: row.actorKind,
    accountId: person ? row.actorId : null,
    name: names.get(row.actorId) ?? null,
    host,
    previousHost,
    disabledReason: reason,
    replaySeries: replayId,
  };
}
