import { Group, ScrollArea, Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { ButtonLink } from '../shell/index.ts';
import { linksOf, searchAt } from './list-links.ts';

export interface Column<Row> {
  header: string;
  cell: (row: Row) => ReactNode;
  width?: number | string;
  /** Right-aligned. */
  numeric?: boolean;
}

/** A list. The server sorts and pages; a table that is too wide scrolls in its container, also by keyboard. */
export function DataTable<Row>({
  label,
  columns,
  rows,
  rowKey,
  minWidth = 640,
}: {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  minWidth?: number;
}) {
  const side = (column: Column<Row>) => (column.numeric === true ? 'right' : 'left');
  return (
    <ScrollArea
      type="auto"
      offsetScrollbars="present"
      viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': label }}
    >
      <Table miw={minWidth} verticalSpacing="xs" highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => (
              <Table.Th key={column.header} scope="col" w={column.width} ta={side(column)}>
                {column.header}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={rowKey(row)}>
              {columns.map((column) => (
                <Table.Td key={column.header} ta={side(column)}>
                  {column.cell(row)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea>
  );
}

/** Links to the first and the next page of a list whose cursor is in the URL, beside its filters. */
export function ListFoot({
  place,
  next,
  of = 'cursor',
  words = ['First page', 'Next page'],
}: {
  place: string | undefined;
  /** The cursor of the next page, if there is one. */
  next: string | null;
  /** The name of the query parameter. */
  of?: string;
  words?: readonly [first: string, next: string];
}) {
  const links = linksOf(place, next);
  if (links.length === 0) return null;
  return (
    <Group justify="flex-end" mt="md">
      {links.includes('first') && (
        <ButtonLink to="." search={searchAt(of, undefined)} variant="default">
          {words[0]}
        </ButtonLink>
      )}
      {links.includes('next') && (
        <ButtonLink to="." search={searchAt(of, next ?? undefined)} variant="default">
          {words[1]}
        </ButtonLink>
      )}
    </Group>
  );
}

/** For lists sorted by newest first. */
export const BY_TIME = ['Newest', 'Older'] as const;
