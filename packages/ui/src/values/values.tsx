import { Badge, Paper, Skeleton, Text, Tooltip } from '@mantine/core';
import type { VerificationStatus } from '@onboarding/contract';
import type { ReactNode } from 'react';
import { STATUSES } from '../words/index.ts';
import classes from './facts.module.css';
import { inUtc, relative, timeWords } from './value-words.ts';

/** Words for a time, with the time in UTC on hover. */
export function Instant({
  at,
  tip = inUtc(new Date(at)),
  children,
}: {
  at: string;
  tip?: string;
  children: ReactNode;
}) {
  return (
    <Tooltip label={tip}>
      <time dateTime={at}>{children}</time>
    </Tooltip>
  );
}

/** The time, or only the day, in the reader's time zone; UTC on hover. */
export function When({
  at,
  day = false,
  ago = false,
  seconds = false,
}: {
  at: string;
  day?: boolean;
  ago?: boolean;
  seconds?: boolean;
}) {
  const date = new Date(at);
  const words = timeWords(date, day ? 'day' : seconds ? 'exact' : 'full');
  return (
    <Instant at={at} {...(ago ? { tip: `${timeWords(date, 'full')} (${inUtc(date)})` } : {})}>
      {ago ? relative(date) : words}
    </Instant>
  );
}

export function StatusBadge({ status }: { status: VerificationStatus }) {
  const { label, color } = STATUSES[status];
  return <Badge color={color}>{label}</Badge>;
}

/** One figure under its name. */
export function Tile({ name, value }: { name: string; value: ReactNode }) {
  return (
    <div>
      <Text size="sm" c="dimmed">
        {name}
      </Text>
      <Text size="xl" fw={650} component="div">
        {value}
      </Text>
    </div>
  );
}

export type Fact = readonly [name: string, value: ReactNode];

/** Names and values, side by side if there is space. A missing value is shown as such. */
export function Facts({ items }: { items: readonly Fact[] }) {
  return (
    <dl className={classes.facts}>
      {items.map(([name, value]) => (
        <div key={name} className={classes.fact}>
          <Text component="dt" size="sm" c="dimmed">
            {name}
          </Text>
          <Text component="dd" size="sm" m={0} style={{ overflowWrap: 'anywhere' }}>
            {value ?? '–'}
          </Text>
        </div>
      ))}
    </dl>
  );
}

/** Facts while they load, in lines of the final height. */
export function FactsLoading({ lines = 6, framed = false }: { lines?: number; framed?: boolean }) {
  return (
    <div className="late" role="status" aria-label="Loading">
      <Paper {...(framed ? { withBorder: true, p: 'lg' } : { shadow: 'none' })} aria-hidden>
        <div className={classes.facts}>
          {Array.from({ length: lines }, (_, at) => `line ${at}`).map((line, at) => (
            <div key={line} className={classes.fact}>
              <Skeleton h={12} my={5} w={110} />
              <Skeleton h={12} my={5} w={['45%', '60%', '35%'][at % 3]} />
            </div>
          ))}
        </div>
      </Paper>
    </div>
  );
}
