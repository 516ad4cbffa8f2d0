// Each source returns its newest changes below the cursor, up to the page size, and the newest of all of them form the page.
// Ids begin with the time, so one order works for all sources, and the cost of a page does not depend on its depth.
import type {
  Activity,
  ActivityActorKind,
  ActivityKind,
  ActivityPage,
  ActivityQuery,
  CertificateAction,
  ExportAction,
  ExportedList,
} from '@onboarding/contract';
import { uuidFloor } from '@onboarding/platform/ids';
import { settled, type Tx } from '@onboarding/platform/postgres';
import { z } from 'zod';
import { type AccountChangeRow, type ChangeRange, listAccountChanges, listUserNames } from '../accounts/index.ts';
import { listCertificateActivity } from '../credentials/index.ts';
import { fromIdCursor, HIGHEST_ID, LOWEST_ID, pageOf } from '../cursors.ts';
import { type ListExportRow, listExportRows } from '../list-exports/index.ts';
import { listWebhookActivity } from '../webhooks/index.ts';

/** An entry without the names of users. */
type Entry = Omit<Activity, 'actor' | 'subject'> & {
  actor: { kind: ActivityActorKind; accountId: string | null };
  /** An account, or an object with its own name. */
  subject: string | { id: string; name: string } | null;
};

type Source = (tx: Tx, partnerId: string, range: ChangeRange) => Promise<Entry[]>;

const SOURCES: Record<ActivityKind, Source> = {
  Team: async (tx, partnerId, range) => (await listAccountChanges(tx, partnerId, range)).map(fromAccountChange),
  Webhook: async (tx, partnerId, range) => {
    const rows = await listWebhookActivity(tx, partnerId, range);
    return rows.map((row) => ({
      activityId: row.changeId,
      occurredAt: row.occurredAt.toISOString(),
      kind: 'Webhook',
      action: row.action,
      actor:
        row.actorKind === 'PartnerPerson'
          ? { kind: 'Person', accountId: row.actorId }
          : { kind: row.actorKind, accountId: null },
      subject: null,
      detail: hostIn(row.details),
    }));
  },
  Credential: listCertificateChanges,
  Export: async (tx, partnerId, range) => (await listExportRows(tx, partnerId, range)).map(fromExport),
};

const ALL = Object.keys(SOURCES) as ActivityKind[];

export async function listActivity(
  tx: Tx,
  partnerId: string,
  { kind, person, from, limit = 50, cursor }: ActivityQuery,
): Promise<ActivityPage> {
  const range: ChangeRange = {
    before: cursor === undefined ? HIGHEST_ID : fromIdCursor(cursor),
    from: from === undefined ? LOWEST_ID : uuidFloor(from),
    person,
    limit: limit + 1,
  };
  const chosen = kind === undefined ? ALL : [kind];
  const found = await settled(chosen.map((one) => SOURCES[one](tx, partnerId, range)));
  const { items, nextCursor } = pageOf(found.flat().sort(newestFirst), limit, (entry) => entry.activityId);
  const names = await listUserNames(tx, partnerId, items.flatMap(peopleIn));
  return { items: items.map((entry) => named(entry, names)), nextCursor };
}

function fromAccountChange(row: AccountChangeRow): Entry {
  const byOperator = row.address === 'operator';
  const roleGiven = row.kind === 'RoleChanged' || row.kind === 'Invited';
  return {
    activityId: row.eventId,
    occurredAt: row.occurredAt.toISOString(),
    kind: 'Team',
    action: row.kind,
    actor: byOperator
      ? { kind: 'Operator', accountId: null }
      : { kind: 'Person', accountId: row.actorId ?? row.accountId },
    subject: row.accountId,
    detail: roleGiven ? row.reason : null,
  };
}

const EXPORTED: Record<ExportedList, ExportAction> = {
  Customers: 'CustomersExported',
  Deliveries: 'DeliveriesExported',
  Activity: 'ActivityExported',
};

function fromExport({ exportId, accountId, list, begunAt, ...row }: ListExportRow): Entry {
  return {
    activityId: exportId,
    occurredAt: begunAt.toISOString(),
    kind: 'Export',
    action: EXPORTED[list],
    actor: { kind: 'Person', accountId },
    subject: null,
    detail: detailOf(row),
  };
}

/** "1,234 rows; verificationStatus: Approved; q" */
function detailOf({ outcome, rowCount, filters }: Pick<ListExportRow, 'outcome' | 'rowCount' | 'filters'>): string {
  const rows =
    rowCount === null ? 'not finished' : `${rowCount.toLocaleString('en')} ${rowCount === 1 ? 'row' : 'rows'}`;
  const end = { Complete: '', Cut: ', the most that a file may have', Interrupted: ', then interrupted' };
  return [outcome === null ? rows : rows + end[outcome], ...filters].join('; ');
}

async function listCertificateChanges(
  tx: Tx,
  partnerId: string,
  { before, from, person, limit }: ChangeRange,
): Promise<Entry[]> {
  const certificates = await listCertificateActivity(tx, partnerId);
  return certificates
    .flatMap((row) => {
      const subject = { id: row.certificateId, name: row.name };
      return [
        entryOf('Registered', row.certificateId, row.registeredAt, row.registeredBy, subject),
        // A revocation has no id of its own: it gets the certificate's id with the time of the revocation.
        ...(row.revokedAt === null
          ? []
          : [entryOf('Revoked', idAt(row.revokedAt, row.certificateId), row.revokedAt, row.revokedBy, subject)]),
      ];
    })
    .filter(({ activityId }) => activityId < before && activityId >= from)
    .filter(({ actor }) => person === undefined || actor.accountId === person)
    .sort(newestFirst)
    .slice(0, limit);
}

function entryOf(
  action: CertificateAction,
  activityId: string,
  at: Date,
  by: string | null,
  subject: { id: string; name: string },
): Entry {
  return {
    activityId,
    occurredAt: at.toISOString(),
    kind: 'Credential',
    action,
    actor: by === null ? { kind: 'Operator', accountId: null } : { kind: 'Person', accountId: by },
    subject,
    detail: null,
  };
}

const HEAD = '00000000-0000'.length;

function idAt(at: Date, id: string): string {
  return uuidFloor(at).slice(0, HEAD) + id.slice(HEAD);
}

function newestFirst(one: Entry, other: Entry): number {
  return one.activityId < other.activityId ? 1 : -1;
}

const detailsShape = z.object({ host: z.string().optional() });

function hostIn(details: string): string | null {
  return detailsShape.parse(JSON.parse(details)).host ?? null;
}

function peopleIn({ actor, subject }: Entry): string[] {
  return [actor.accountId, typeof subject === 'string' ? subject : null].filter((id) => id !== null);
}

function named({ actor, subject, ...entry }: Entry, names: ReadonlyMap<string, string>): Activity {
  const nameOf = (id: string) => names.get(id) ?? null;
  return {
    ...entry,
    actor: { ...actor, name: actor.accountId === null ? null : nameOf(actor.accountId) },
    subject: typeof subject === 'string' ? { id: subject, name: nameOf(subject) ?? '' } : subject,
  };
}
