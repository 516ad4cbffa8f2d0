import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { DrawingProps } from './shape.ts';

// Drawing takes a library as large as the rest of the site, so it comes when it is needed.
const Drawn = lazy(async () => ({ default: (await import('./drawn.tsx')).Drawn }));

/** Only for the eye: whoever shows one puts a table with the same figures beside it. */
export function Drawing({ height = 260, ...drawing }: DrawingProps) {
  return (
    <Suspense fallback={<Skeleton h={height} />}>
      <Drawn height={height} {...drawing} />
    </Suspense>
  );
}
