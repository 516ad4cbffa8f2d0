// Operator actions on a partner or a country: who, when, what and why.
import { Paper, Title } from '@mantine/core';
import type { OperatorActionPage } from '@onboarding/contract';
import { EmptyPart, Loaded } from '@onboarding/ui/states';
import { BY_TIME, type Column, DataTable, ListFoot, RowsLoading } from '@onboarding/ui/table';
import { When } from '@onboarding/ui/values';
import type { useCall } from '../api/client.ts';
import { whatOf } from './operator-words.ts';

type Entry = OperatorActionPage['items'][number];

/** The parameter "actions" of the URL contains the cursor of the log. */
export function ActionLog({
  log,
  cursor,
}: {
  log: ReturnType<typeof useCall<'listPartnerActions' | 'listCountryActions'>>;
  cursor: string | undefined;
}) {
  return (
    <Paper withBorder p="lg">
      <Title order={2} size="h4" mb="sm">
        Operator actions
      </Title>
      <Loaded query={log} skeleton={<RowsLoading columns={COLUMNS} />}>
        {({ items, nextCursor }) =>
          items.length === 0 ? (
            <EmptyPart>Nothing since the log began. Each action of an operator appears here.</EmptyPart>
          ) : (
            <>
              <DataTable
                label="Operator actions"
                columns={COLUMNS}
                rows={items}
                rowKey={({ actionId }) => actionId}
                minWidth={640}
              />
              <ListFoot place={cursor} next={nextCursor} of="actions" words={BY_TIME} />
            </>
          )
        }
      </Loaded>
    </Paper>
  );
}

const COLUMNS: Column<Entry>[] = [
  { header: 'When', cell: ({ occurredAt }) => <When at={occurredAt} />, width: 190 },
  { header: 'Who', cell: ({ actor }) => actor.name, width: 160 },
  { header: 'What', cell: whatOf },
  { header: 'Why', cell: ({ reason }) => reason ?? '–' },
];
