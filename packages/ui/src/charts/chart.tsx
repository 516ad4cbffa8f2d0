import { Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { lazy, type ReactNode, Suspense } from 'react';
import { DataTable } from '../table/data-table.tsx';
import { cellWords, type DrawingProps } from './points.ts';

/** A chart under its title, with its figures as a table for those who cannot see it or want exact numbers. */
export function Chart({
  title,
  about,
  pointHeader,
  ...drawing
}: DrawingProps & { title: string; about?: ReactNode; pointHeader: string }) {
  const { labels, series, format } = drawing;
  const rows = labels.map((label, at) => ({ label, at }));
  return (
    <Paper withBorder p="lg" component="section" aria-label={title}>
      <Stack gap="sm">
        <Group justify="space-between" align="baseline" gap="xs">
          <Title order={2} size="h4">
            {title}
          </Title>
          {about !== undefined && (
            <Text size="sm" c="dimmed">
              {about}
            </Text>
          )}
        </Group>
        <Drawing {...drawing} />
        <details>
          <summary>Show as a table</summary>
          <DataTable
            label={title}
            minWidth={320}
            rows={rows}
            rowKey={({ at }) => String(at)}
            columns={[
              { header: pointHeader, cell: ({ label }) => label },
              ...series.map(({ label: header, values }) => ({
                header,
                numeric: true,
                cell: ({ at }: { at: number }) => cellWords(values[at], format),
              })),
            ]}
          />
        </details>
      </Stack>
    </Paper>
  );
}

// Loaded on demand, because the chart library is as large as the rest of the site.
const Drawn = lazy(async () => ({ default: (await import('./drawn.tsx')).Drawn }));

/** Hidden from screen readers: the caller shows a table with the same figures beside it. */
export function Drawing({ height = 260, ...drawing }: DrawingProps) {
  return (
    <Suspense fallback={<Skeleton h={height} />}>
      <Drawn height={height} {...drawing} />
    </Suspense>
  );
}
