import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { DrawingProps } from './shape.ts';

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
