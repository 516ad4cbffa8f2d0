import { Paper, Stack, Title } from '@mantine/core';
import type { ReviewFigures } from '@onboarding/contract';
import { PageLink } from '@onboarding/ui/shell';
import { EmptyPart } from '@onboarding/ui/states';
import { DataTable } from '@onboarding/ui/table';
import { reasonName } from '@onboarding/ui/words';
import type { ReactNode } from 'react';
import { FLAGS } from '../queue/words.ts';
import { MOST, number, topReasons } from './figures-shown.ts';

/** The most frequent reasons. */
export function ReasonsTable({ days }: { days: ReviewFigures['days'] }) {
  const rows = topReasons(days);
  return (
    <Card title="Top reasons" none="No decision in this period gave a reason." empty={rows.length === 0}>
      <DataTable
        label="Top reasons"
        minWidth={320}
        rows={rows}
        rowKey={([code]) => code}
        columns={[
          { header: 'Reason', cell: ([code]) => reasonName(code) },
          { header: 'Decisions', numeric: true, width: 110, cell: ([, decisions]) => number(decisions) },
        ]}
      />
    </Card>
  );
}

export function FlagsTable({ flags }: { flags: ReviewFigures['waitingByFlag'] }) {
  return (
    <Card title="Waiting by flag" none="No waiting package has a flag." empty={flags.length === 0}>
      <DataTable
        label="Waiting by flag"
        minWidth={320}
        rows={flags.slice(0, MOST)}
        rowKey={({ flag }) => flag}
        columns={[
          {
            header: 'Flag',
            cell: ({ flag }) => (
              <PageLink to="/queue" search={{ flag }} size="sm">
                {FLAGS[flag]}
              </PageLink>
            ),
          },
          { header: 'Packages', numeric: true, width: 110, cell: ({ packages }) => number(packages) },
        ]}
      />
    </Card>
  );
}

function Card({ title, none, empty, children }: { title: string; none: string; empty: boolean; children: ReactNode }) {
  return (
    <Paper withBorder p="lg">
      <Stack gap="sm">
        <Title order={2} size="h4">
          {title}
        </Title>
        {empty ? <EmptyPart>{none}</EmptyPart> : children}
      </Stack>
    </Paper>
  );
}
