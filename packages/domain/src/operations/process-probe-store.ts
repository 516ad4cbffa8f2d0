import { statement, type Tx } from '@onboarding/platform/postgres';

export interface ServiceRow {
  service: string;
  processes: number;
  lastReadyAt: Date;
}

const SERVICES = statement<ServiceRow, { since: Date }>(
  'process_probes_by_service',
  `select service, count(*) filter (where probed_at >= :since) as processes, max(probed_at) as last_ready_at
   from process_probes group by service order by service`,
);

export function listServices(tx: Tx, since: Date): Promise<ServiceRow[]> {
  return tx.rows(SERVICES, { since });
}
