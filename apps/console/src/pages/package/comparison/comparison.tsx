// This business beside another one, in a dialog over the package, whose claim and draft stay as they are.
import { Badge, Group, NativeSelect, Stack, Switch, Table, Text } from '@mantine/core';
import type { PackageRecord } from '@onboarding/contract';
import { Dialog } from '@onboarding/ui/dialog';
import { withValue } from '@onboarding/ui/search';
import { PageLink } from '@onboarding/ui/shell';
import { Loaded, Loading } from '@onboarding/ui/states';
import { useState } from 'react';
import { useCall } from '../../../api/client.ts';
import { useSelection } from '../selection.ts';
import classes from './comparison.module.css';
import {
  type ComparedFact,
  type ComparedSection,
  comparableWith,
  compareBusinesses,
  sharedIn,
  summaryOf,
} from './comparison-rules.ts';

export function Comparison({ found, otherId }: { found: PackageRecord; otherId: string }) {
  const { choose } = useSelection();
  const others = withValue(comparableWith(found), otherId, 'Another business');
  return (
    <Dialog
      onClose={() => choose({ compare: undefined })}
      title={`Compare ${found.business.companyName}`}
      size="76rem"
      yOffset="3dvh"
      xOffset="2vw"
    >
      <Stack gap="sm">
        {others.length > 1 && (
          <NativeSelect
            label="With"
            data={others}
            value={otherId}
            onChange={({ currentTarget }) => choose({ compare: currentTarget.value })}
          />
        )}
        {/* Keyed by the business, so that nothing of one is shown as another's. */}
        <Other key={otherId} found={found} otherId={otherId} />
      </Stack>
    </Dialog>
  );
}

/** Recorded as any opening of the other business. */
function Other({ found, otherId }: { found: PackageRecord; otherId: string }) {
  const query = useCall('readPackage', { params: { customerId: otherId } });
  // Data from an earlier visit must not be taken for current.
  if (query.isFetching && !query.isFetchedAfterMount) return <Loading height={480} />;
  return (
    <Loaded query={query} height={480}>
      {(other) => <Both found={found} other={other} />}
    </Loaded>
  );
}

function Both({ found, other }: { found: PackageRecord; other: PackageRecord }) {
  const [onlyShared, setOnlyShared] = useState(false);
  const all = compareBusinesses(found, other);
  const sections = onlyShared ? sharedIn(all) : all;
  return (
    <>
      <Group justify="space-between" gap="xs">
        <Text size="sm">{summaryOf(all)}</Text>
        <Switch
          label="Hide what differs"
          checked={onlyShared}
          onChange={({ currentTarget }) => setOnlyShared(currentTarget.checked)}
        />
      </Group>
      {/* Roles are explicit, because browsers drop those of table elements that are displayed as grids. */}
      <Table role="table" className={classes.both} aria-label="Both businesses">
        <Table.Thead role="rowgroup">
          <Table.Tr role="row" className={classes.row}>
            <Table.Th role="columnheader" scope="col" className={classes.name}>
              <span className={classes.fact}>Fact</span>
            </Table.Th>
            <Table.Th role="columnheader" scope="col" className={classes.ours}>
              {found.business.companyName}
              <span className={classes.side}>{found.partner.name} · this package</span>
            </Table.Th>
            <Table.Th role="columnheader" scope="col" className={classes.theirs}>
              <PageLink to="/packages/$customerId" params={{ customerId: other.business.customerId }} size="sm">
                {other.business.companyName}
              </PageLink>
              <span className={classes.side}>{other.partner.name} · opens its package</span>
            </Table.Th>
            <Table.Th role="columnheader" scope="col" className={classes.mark}>
              <span className={classes.fact}>Result</span>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        {sections.map((section) => (
          <Section key={section.key} section={section} />
        ))}
      </Table>
    </>
  );
}

function Section({ section: { title, facts } }: { section: ComparedSection }) {
  return (
    <Table.Tbody role="rowgroup">
      <Table.Tr role="row" className={classes.section}>
        <Table.Th role="rowheader" scope="rowgroup" colSpan={4} className={classes.title}>
          {title}
        </Table.Th>
      </Table.Tr>
      {facts.map((fact, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: several people can have the same name, and the order is fixed.
        <Fact key={index} fact={fact} />
      ))}
    </Table.Tbody>
  );
}

/** What two businesses share needs attention, so it has the warm colours. The signs tell them apart without colours. */
const MARKS: Record<ComparedFact['likeness'], { sign: string; words: string; color: string }> = {
  same: { sign: '=', words: 'Same', color: 'danger' },
  similar: { sign: '≈', words: 'Similar', color: 'warning' },
  different: { sign: '≠', words: 'Different', color: 'neutral' },
  one: { sign: '–', words: 'Only one', color: 'neutral' },
};

function Fact({ fact: { name, ours, theirs, likeness } }: { fact: ComparedFact }) {
  const { sign, words, color } = MARKS[likeness];
  return (
    <Table.Tr role="row" className={classes.row} data-likeness={likeness}>
      <Table.Th role="rowheader" scope="row" className={classes.name}>
        {name}
      </Table.Th>
      <Table.Td role="cell" className={classes.ours}>
        {ours ?? '–'}
      </Table.Td>
      <Table.Td role="cell" className={classes.theirs}>
        {theirs ?? '–'}
      </Table.Td>
      <Table.Td role="cell" className={classes.mark}>
        <Badge color={color} leftSection={<span aria-hidden>{sign}</span>}>
          {words}
        </Badge>
      </Table.Td>
    </Table.Tr>
  );
}
