// The people of the business, their shares, and the verdict on each.
import { Box, Group, Progress, Stack, Text, TextInput, Title } from '@mantine/core';
import type { PackageRecord, ReviewedPerson } from '@onboarding/contract';
import { identityName, STATUSES } from '@onboarding/ui/words';
import { useState } from 'react';
import { useSelection } from '../selection.ts';
import classes from './facts.module.css';
import { attentionOf, isLong, linesWords, matchingPeople } from './people-order.ts';
import { PersonCard, PersonSummary } from './person-card.tsx';
import { isLabelled, largestOwners, sharesOf } from './person-facts.ts';

/** Dark enough for white text in both colour schemes. */
const COLORS = ['brand', 'success', 'grape.8', 'cyan.9', 'pink.8', 'indigo.8'] as const;
const OTHERS_COLOR = 'neutral';
const colorOf = (index: number) => COLORS[index % COLORS.length] ?? 'brand';

interface PeopleProps {
  found: PackageRecord;
  /** In the order on the page. */
  people: readonly ReviewedPerson[];
}

export function People({ found, people }: PeopleProps) {
  if (people.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        No people are named for this business.
      </Text>
    );
  }
  return isLong(found) ? <Lines found={found} people={people} /> : <Cards found={found} people={people} />;
}

function Cards({ found, people }: PeopleProps) {
  const { person: chosen } = useSelection();
  const parts = people.map((person, index) => ({ ...partOf(person), color: colorOf(index) }));
  return (
    <Stack gap="sm">
      <Shares people={people} parts={parts} />
      {people.map((person, index) => (
        <PersonCard key={person.uboId} found={found} person={person} open={person.uboId === chosen}>
          <PersonSummary person={person} color={colorOf(index)} />
        </PersonCard>
      ))}
    </Stack>
  );
}

/** One line for each person, for businesses with many. */
function Lines({ found, people }: PeopleProps) {
  const { person: chosen } = useSelection();
  const [text, setText] = useState('');
  const attention = attentionOf(found);
  const shown = matchingPeople(people, text, chosen);
  return (
    <Stack gap="sm">
      <LargestShares people={people} />
      <TextInput
        size="xs"
        label="Filter by name"
        type="search"
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Text size="xs" c="dimmed" role="status">
        {shown.length} of {people.length} people · {linesWords(people, attention.size)}
      </Text>
      <div className={classes.lines}>
        {shown.map((person) => (
          <PersonCard key={person.uboId} found={found} person={person} open={person.uboId === chosen}>
            <Line person={person} attention={attention.get(person.uboId) ?? []} />
          </PersonCard>
        ))}
      </div>
    </Stack>
  );
}

/** Lines of people without a verdict say nothing, so that the others stand out. */
function Line({ person, attention: [first, ...more] }: { person: ReviewedPerson; attention: readonly string[] }) {
  const { firstName, lastName, ownershipType, percentageShare, verificationStatus } = person;
  const roles = ownershipType.map(identityName).join(', ');
  return (
    <span className={classes.line}>
      <span className={classes.share}>{percentageShare !== null && `${percentageShare}%`}</span>
      <span className={classes.who} title={`${firstName} ${lastName}, ${roles}`}>
        {firstName} {lastName} <span className={classes.roles}>{roles}</span>
      </span>
      <span className={classes.state} data-urgent={first !== undefined} title={[first, ...more].join(', ')}>
        {first ?? (verificationStatus === 'NotStarted' ? '' : STATUSES[verificationStatus].label)}
        {more.length > 0 && ` +${more.length}`}
      </span>
    </span>
  );
}

interface Part {
  key: string;
  name: string;
  share: number | null;
  color: string;
}

const partOf = ({ uboId, firstName, lastName, percentageShare }: ReviewedPerson) => ({
  key: uboId,
  name: `${firstName} ${lastName}`,
  share: percentageShare,
});

function Shares({ people, parts }: Pick<PeopleProps, 'people'> & { parts: readonly Part[] }) {
  const { title, widthOf } = sharesOf(people);
  return (
    <section aria-labelledby="ownership">
      <Title order={2} size="h6" mb={6} id="ownership">
        {title}
      </Title>
      <Progress.Root size={20}>
        {parts.map(({ key, name, share, color }) =>
          share === null ? null : (
            <Progress.Section
              key={key}
              value={widthOf(share)}
              color={color}
              aria-label={name}
              title={`${name}: ${share}`}
            >
              {isLabelled(share) && <Progress.Label c="white">{share}</Progress.Label>}
            </Progress.Section>
          ),
        )}
      </Progress.Root>
    </section>
  );
}

/** The largest owners by name, and all others as one part of the bar. */
function LargestShares({ people }: Pick<PeopleProps, 'people'>) {
  const { owners, others } = largestOwners(people);
  const rest = { key: 'others', name: othersWords(others.count), share: others.share, color: OTHERS_COLOR };
  const parts: Part[] = owners.map((person, index) => ({ ...partOf(person), color: colorOf(index) }));
  if (others.count > 0) parts.push(rest);
  return (
    <div>
      <Shares people={people} parts={parts} />
      <Stack gap={2} mt={6}>
        {parts.map(({ key, name, share, color }) => (
          <Group key={key} gap={6} wrap="nowrap">
            <Box className={classes.swatch} bg={color} aria-hidden />
            <Text size="xs" flex={1} truncate>
              {name}
            </Text>
            <Text size="xs">{share}%</Text>
          </Group>
        ))}
      </Stack>
    </div>
  );
}

const othersWords = (count: number) => (count === 1 ? '1 other owner' : `${count} other owners`);
