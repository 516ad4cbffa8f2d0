// One document on the screen: a page at a time at the available width, with zoom and rotation.

import { useElementSize } from '@mantine/hooks';
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { RedBar } from './bars.tsx';
import classes from './document.module.css';
import { larger, type Paper, pageAfterKey, pageWithin, type Rotation, rotated, smaller } from './paper.ts';
import { Tools } from './tools.tsx';

/** The caller keys it by business and document, so that content of one is never shown as another. */
export function Viewer({ bytes, type, name }: { bytes: Uint8Array<ArrayBuffer>; type: string; name: string }) {
  const { paper, error, warnings } = usePaper(bytes, type);
  const [page, setPage] = useState(1);
  const [zoom, setZoom] = useState<number>(1);
  const [rotation, setRotation] = useState<Rotation>(0);
  const [shown, setShown] = useState<{ page: number; canvas: HTMLCanvasElement }>();
  const [failure, setFailure] = useState<Error>();
  const { ref: room, width } = useElementSize();
  const pages = paper?.pages ?? 1;

  useEffect(() => {
    if (paper === undefined || width === 0) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    paper.draw({ page, width: width * zoom, rotation, signal }).then(
      (canvas) => {
        if (signal.aborted) return;
        setFailure(undefined);
        setShown({ page, canvas });
      },
      (thrown: unknown) => signal.aborted || setFailure(thrown instanceof Error ? thrown : new Error(String(thrown))),
    );
    return () => leaving.abort();
  }, [paper, page, width, zoom, rotation]);

  const go = (to: number) => setPage(pageWithin(to, pages));
  const broken = error ?? failure;
  if (broken !== undefined) return <RedBar error={broken} />;
  return (
    <>
      <Tools
        page={page}
        pages={pages}
        onPage={go}
        zoom={zoom}
        onLarger={() => setZoom(larger)}
        onSmaller={() => setZoom(smaller)}
        onFit={() => setZoom(1)}
        onRotate={() => setRotation(rotated)}
      />
      {warnings.length > 0 && <RedBar warnings={warnings} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area needs the focus to scroll by keyboard. */}
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

function leaf(event: KeyboardEvent<HTMLElement>, page: number, go: (page: number) => void): void {
  const next = pageAfterKey(event.key, page, event.currentTarget);
  if (next === undefined) return;
  go(next);
  event.preventDefault();
}

interface Opened {
  paper: Paper | undefined;
  /** Why nothing can be shown. */
  error: Error | undefined;
  /** Why something may be missing from the page. */
  warnings: readonly string[];
}

const NOTHING: Opened = { paper: undefined, error: undefined, warnings: [] };

/** Opens the bytes of one document; the reader for each type is loaded on first use. */
function usePaper(bytes: Uint8Array<ArrayBuffer>, type: string): Opened {
  const [opened, setOpened] = useState<Opened>(NOTHING);
  useEffect(() => {
    let left = false;
    let paper: Paper | undefined;
    const change = (part: Partial<Opened>) => left || setOpened((before) => ({ ...before, ...part }));
    const warn = (words: string) =>
      left || setOpened((before) => ({ ...before, warnings: [...new Set([...before.warnings, words])] }));
    open(bytes, type, warn).then(
      (ready) => {
        if (left) return ready.close();
        paper = ready;
        change({ paper });
      },
      (error: unknown) => change({ error: error instanceof Error ? error : new Error(String(error)) }),
    );
    return () => {
      left = true;
      paper?.close();
    };
  }, [bytes, type]);
  return opened;
}

async function open(bytes: Uint8Array<ArrayBuffer>, type: string, onWarning: (words: string) => void): Promise<Paper> {
  if (type === 'application/pdf') return (await import('./pdf.ts')).openPdf(bytes, onWarning);
  return (await import('./picture.ts')).openPicture(bytes, type);
}
