import { Group, ScrollArea, Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { ButtonLink } from '../shell/index.ts';
import { linksOf, searchAt } from './list-links.ts';
import classes from './table.module.css';

export interface Column<Row> {
  header: string;
  cell: (row: Row) => ReactNode;
  /** For short values of about the same length. Columns without a width share what the others leave. */
  width?: number | string;
  /** Right-aligned. */
  numeric?: boolean;
}

/**
 * A list. The server sorts and pages. A table that is too wide scrolls in its container, also by keyboard; on a phone, each row is
 * a card. Roles are explicit, because browsers drop those of table elements that are displayed as blocks.
 */
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
  const side = (column: Column<Row>) => (column.numeric === true ? { className: classes.numeric } : {});
  return (
    <ScrollArea
      type="auto"
      offsetScrollbars="present"
      viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': label }}
    >
      <Table
        role="table"
        className={classes.table}
        __vars={{ '--least-width': `${minWidth}px` }}
        verticalSpacing={8}
        highlightOnHover
      >
        <Table.Thead role="rowgroup">
          <Table.Tr role="row">
            {columns.map((column) => (
              <Table.Th key={column.header} role="columnheader" scope="col" w={column.width} {...side(column)}>
                {column.header}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody role="rowgroup">
          {rows.map((row) => (
            <Table.Tr key={rowKey(row)} role="row">
              {columns.map((column) => (
                <Table.Td
                  key={column.header}
                  role="cell"
                  data-label={column.header === '' ? undefined : column.header}
                  {...side(column)}
                >
                  <div {...(isContent(column) ? { className: classes.content } : {})}>{column.cell(row)}</div>
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea>
  );
}

const isContent = ({ width, numeric }: Pick<Column<never>, 'width' | 'numeric'>) =>
  width === undefined && numeric !== true;

/** A name of any length on two lines at most. */
export function Clamped({ text, children = text }: { text: string; children?: ReactNode }) {
  return (
    <span className={classes.clamped} title={text}>
      {children}
    </span>
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
