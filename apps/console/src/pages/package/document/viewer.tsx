// One document on the screen: a page at a time, as wide as there is room, larger or turned on request.
import { useElementSize } from '@mantine/hooks';
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { RedBar } from './bars.tsx';
import classes from './document.module.css';
import type { Turn } from './paper.ts';
import { Tools } from './tools.tsx';
import { usePaper } from './use-paper.ts';

/** The first is as wide as there is room. */
const ZOOMS = [0.5, 0.75, 1, 1.5, 2, 3, 4] as const;

/** The caller keys it by business and document, so that nothing of one is ever shown as another. */
export function Viewer({ bytes, type, name }: { bytes: Uint8Array<ArrayBuffer>; type: string; name: string }) {
  const { paper, error, warnings } = usePaper(bytes, type);
  const [page, setPage] = useState(1);
  const [zoom, setZoom] = useState<number>(1);
  const [turn, setTurn] = useState<Turn>(0);
  const [shown, setShown] = useState<{ page: number; canvas: HTMLCanvasElement }>();
  const [failure, setFailure] = useState<Error>();
  const { ref: room, width } = useElementSize();
  const pages = paper?.pages ?? 1;

  useEffect(() => {
    if (paper === undefined || width === 0) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    paper.draw({ page, width: width * zoom, turn, signal }).then(
      (canvas) => {
        if (signal.aborted) return;
        setFailure(undefined);
        setShown({ page, canvas });
      },
      (thrown: unknown) => signal.aborted || setFailure(thrown instanceof Error ? thrown : new Error(String(thrown))),
    );
    return () => leaving.abort();
  }, [paper, page, width, zoom, turn]);

  const go = (to: number) => setPage(Math.min(Math.max(to, 1), pages));
  const broken = error ?? failure;
  if (broken !== undefined) return <RedBar error={broken} />;
  return (
    <>
      <Tools
        page={page}
        pages={pages}
        onPage={go}
        zoom={zoom}
        onLarger={() => setZoom((now) => ZOOMS.find((one) => one > now) ?? now)}
        onSmaller={() => setZoom((now) => ZOOMS.findLast((one) => one < now) ?? now)}
        onFit={() => setZoom(1)}
        onTurn={() => setTurn((now) => ((now + 90) % 360) as Turn)}
      />
      {warnings.length > 0 && <RedBar warnings={warnings} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take the focus, or keys could not scroll it. */}
      <section className={classes.paper} tabIndex={0} aria-label="Page" onKeyDown={(event) => leaf(event, page, go)}>
        <div ref={room} className={classes.room}>
          {shown?.page === page ? (
            <Sheet canvas={shown.canvas} label={`${name}, page ${page} of ${pages}`} />
          ) : (
            <p className="late" role="status">
              Drawing the page
            </p>
          )}
        </div>
      </section>
    </>
  );
}

function Sheet({ canvas, label }: { canvas: HTMLCanvasElement; label: string }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => place.current?.replaceChildren(canvas), [canvas]);
  return <div ref={place} role="img" aria-label={label} className={classes.sheet} />;
}

/** Scrolling on at the end of a page leads to the next one, and at its beginning to the one before. */
function leaf(event: KeyboardEvent<HTMLElement>, page: number, go: (page: number) => void): void {
  const { scrollTop, scrollHeight, clientHeight } = event.currentTarget;
  const atEnd = scrollTop + clientHeight >= scrollHeight - 1;
  if (event.key === 'PageDown' && atEnd) go(page + 1);
  else if (event.key === 'PageUp' && scrollTop === 0) go(page - 1);
  else return;
  event.preventDefault();
}
