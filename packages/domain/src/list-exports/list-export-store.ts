import type { ExportedList, ExportOutcome } from '@onboarding/contract';
import type { ListExportsRow } from '@onboarding/database/tables';
import { statement, type Tx } from '@onboarding/platform/postgres';

interface ExportKey {
  partnerId: string;
  exportId: string;
}

export interface BegunExport extends ExportKey {
  accountId: string;
  list: ExportedList;
  /** As "name: value", or only the name if the value could be personal data. */
  filters: readonly string[];
  begunAt: Date;
}

// A repeated transaction finds its own row.
const BEGIN = statement<never, BegunExport>(
  'list_export_begin',
  `insert into list_exports (partner_id, export_id, account_id, list, filters, begun_at)
   values (:partnerId, :exportId, :accountId, :list, :filters::text[], :begunAt) on conflict do nothing`,
);

export async function beginExport(tx: Tx, begun: BegunExport): Promise<void> {
  await tx.rows(BEGIN, begun);
}

interface EndedExport extends ExportKey {
  outcome: ExportOutcome;
  rows: number;
}

const END = statement<never, EndedExport>(
  'list_export_end',
  `update list_exports set outcome = :outcome, row_count = :rows
   where partner_id = :partnerId and export_id = :exportId`,
);

export async function endExport(tx: Tx, ended: EndedExport): Promise<void> {
  await tx.rows(END, ended);
}

export type ListExportRow = Omit<ListExportsRow, 'partnerId'>;

interface ExportRange {
  before: string;
  from: string;
  person: string | undefined;
  limit: number;
}

const LIST = statement<ListExportRow, Omit<ExportRange, 'person'> & { partnerId: string; person: string | null }>(
  'list_export_list',
  `select export_id, account_id, list, filters, begun_at, outcome, row_count from list_exports
   where partner_id = :partnerId and export_id < :before and export_id >= :from
     and (:person::uuid is null or account_id = :person)
   order by export_id desc limit :limit`,
);

/** Newest first. */
export function listExportRows(tx: Tx, partnerId: string, { person, ...range }: ExportRange): Promise<ListExportRow[]> {
  return tx.rows(LIST, { ...range, partnerId, person: person ?? null });
}
