import { Paper, SimpleGrid } from '@mantine/core';
import type { ReviewFigures } from '@onboarding/contract';
import { Tile } from '@onboarding/ui/values';
import { hours, number } from './numbers.ts';

/** The current figures. */
export function Now({ figures, oldest }: { figures: ReviewFigures; oldest: string }) {
  const { waiting, claimed, proposals, hoursToDecision } = figures;
  return (
    <Paper withBorder p="lg" component="section" aria-label="Now">
      <SimpleGrid cols={{ base: 2, sm: 3, lg: 6 }}>
        <Tile name="Waiting" value={number(waiting)} />
        <Tile name="Oldest came in" value={oldest} />
        <Tile name="Claimed" value={number(claimed)} />
        <Tile name="To confirm" value={number(proposals)} />
        <Tile name="Median, last 7 days" value={hoursToDecision ? hours(hoursToDecision.median) : '–'} />
        <Tile name="95th percentile, last 7 days" value={hoursToDecision ? hours(hoursToDecision.p95) : '–'} />
      </SimpleGrid>
    </Paper>
  );
}
