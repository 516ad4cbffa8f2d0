// The people of the business, their shares, and the verdict on each.
import { Progress, Stack, Text, Title } from '@mantine/core';
import type { PackageRecord, ReviewedPerson } from '@onboarding/contract';
import { useSelection } from '../selection.ts';
import { PersonCard } from './person-card.tsx';
import { isLabelled, sharesOf } from './person-facts.ts';

/** Dark enough for white text in both colour schemes. */
const COLORS = ['brand', 'success', 'grape.8', 'cyan.9', 'pink.8', 'indigo.8'] as const;
const colorOf = (index: number) => COLORS[index % COLORS.length] ?? 'brand';

export function People({ found }: { found: PackageRecord }) {
  const { person: chosen } = useSelection();
  const people = found.business.businessPersonList;
  if (people.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        No people are named for this business.
      </Text>
    );
  }
  return (
    <Stack gap="sm">
      <Shares people={people} />
      {people.map((person, index) => (
        <PersonCard
          key={person.uboId}
          found={found}
          person={person}
          color={colorOf(index)}
          open={person.uboId === chosen}
        />
      ))}
    </Stack>
  );
}

function Shares({ people }: { people: readonly ReviewedPerson[] }) {
  const { title, widthOf } = sharesOf(people);
  return (
    <section aria-labelledby="ownership">
      <Title order={2} size="h6" mb={6} id="ownership">
        {title}
      </Title>
      <Progress.Root size={20}>
        {people.map(({ uboId, firstName, lastName, percentageShare }, index) =>
          percentageShare === null ? null : (
            <Progress.Section
              key={uboId}
              value={widthOf(percentageShare)}
              color={colorOf(index)}
              aria-label={`${firstName} ${lastName}`}
              title={`${firstName} ${lastName}: ${percentageShare}`}
            >
              {isLabelled(percentageShare) && <Progress.Label c="white">{percentageShare}</Progress.Label>}
            </Progress.Section>
          ),
        )}
      </Progress.Root>
    </section>
  );
}
