import { Group, ScrollArea, type ScrollAreaProps, Skeleton, Table, Text } from '@mantine/core';
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

interface Shape<Row> {
  columns: readonly Column<Row>[];
  minWidth?: number;
  /** On a card of its own, instead of inside one. */
  framed?: boolean;
}

/**
 * A list. The server sorts and pages. A table that is too wide scrolls in its container, also by keyboard; on a phone, each row is
 * a card. Roles are explicit, because browsers drop those of table elements that are displayed as blocks.
 */
export function DataTable<Row>({
  label,
  rows,
  rowKey,
  ...shape
}: Shape<Row> & {
  label: string;
  rows: readonly Row[];
  rowKey: (row: Row) => string;
}) {
  return (
    <Sheet {...shape} viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': label }}>
      {rows.map((row) => (
        <Table.Tr key={rowKey(row)} role="row">
          {shape.columns.map((column) => (
            <Cell key={column.header} column={column}>
              {column.cell(row)}
            </Cell>
          ))}
        </Table.Tr>
      ))}
    </Sheet>
  );
}

/** More rows would only be cut off at the end of the window. */
const WAITING_ROWS = [1, 2, 3, 4, 5, 6, 7, 8];
/** Widths of texts, so that the rows do not look like a grid. */
const WIDTHS = ['64%', '48%', '72%', '56%'];

/** The list while it loads: its columns, and rows of the final height. `lines`: of the tallest cell. */
export function RowsLoading<Row>({ lines = 1, ...shape }: Shape<Row> & { lines?: 1 | 2 }) {
  return (
    <div className="late" role="status" aria-label="Loading">
      <div aria-hidden>
        <Sheet {...shape}>
          {WAITING_ROWS.map((row) => (
            <Table.Tr key={row}>
              {shape.columns.map((column, at) => (
                <Cell key={column.header} column={column}>
                  {column.header !== '' && (
                    <Bars lines={at === 0 ? lines : 1} width={WIDTHS[(row + at) % WIDTHS.length]} />
                  )}
                </Cell>
              ))}
            </Table.Tr>
          ))}
        </Sheet>
      </div>
    </div>
  );
}

function Bars({ lines, width = '60%' }: { lines: 1 | 2; width: string | undefined }) {
  return (
    <>
      <Text size="sm" component="div" className={classes.bar}>
        <Skeleton h={12} w={width} />
      </Text>
      {lines === 2 && (
        <Text size="xs" component="div" className={classes.bar}>
          <Skeleton h={10} w="40%" />
        </Text>
      )}
    </>
  );
}

function Sheet<Row>({
  columns,
  minWidth = 640,
  framed = false,
  viewportProps = {},
  children,
}: Shape<Row> & { viewportProps?: ScrollAreaProps['viewportProps']; children: ReactNode }) {
  return (
    <ScrollArea
      type="auto"
      offsetScrollbars="present"
      viewportProps={viewportProps}
      {...(framed ? { className: classes.framed } : {})}
    >
      <Table
        role="table"
        className={classes.table}
        __vars={{ '--least-width': `${minWidth}px` }}
        verticalSpacing={10}
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
        <Table.Tbody role="rowgroup">{children}</Table.Tbody>
      </Table>
    </ScrollArea>
  );
}

function Cell({ column, children }: { column: Omit<Column<never>, 'cell'>; children: ReactNode }) {
  return (
    <Table.Td role="cell" data-label={column.header === '' ? undefined : column.header} {...side(column)}>
      <div {...(isContent(column) ? { className: classes.content } : {})}>{children}</div>
    </Table.Td>
  );
}

const side = ({ numeric }: Pick<Column<never>, 'numeric'>) => (numeric === true ? { className: classes.numeric } : {});

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
