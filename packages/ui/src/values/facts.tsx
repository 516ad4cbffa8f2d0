import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './facts.module.css';

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
