// One document on the screen: its pages one below another at the available width, with zoom and rotation.

import { useElementSize, useMergedRef } from '@mantine/hooks';
import {
  type ReactNode,
  type Ref,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { RedBar } from './bars.tsx';
import classes from './document.module.css';
import {
  larger,
  type Paper,
  type PaperEvents,
  pageWithin,
  type Rotation,
  rotated,
  type Size,
  smaller,
  withSize,
} from './paper.ts';
import { type Order, Press, type Printed, type Prints } from './press.ts';
import { pagesWords, type Sight, seenBy, sightAfter } from './seen.ts';
import {
  extentOf,
  GAP,
  middleOf,
  type Point,
  pageShown,
  pagesInSight,
  pagesNear,
  positionOf,
  type Sheet,
  stackOf,
  turned,
  type View,
} from './stack.ts';
import { Tools } from './tools.tsx';

export interface ViewerProps {
  bytes: Uint8Array<ArrayBuffer>;
  type: string;
  name: string;
  titleId: string;
  /** Of the scrolling area. */
  areaRef: Ref<HTMLElement>;
  /** The pages seen so far, which the viewer adds to. */
  seen: Set<number>;
  /** How many the analyst has seen in this review, as far as it is recorded. */
  recorded: number;
  onSeen: (seen: number, total: number) => void;
}

/** How often to check which pages can be read. */
const CHECK_MS = 250;

/** The caller keys it by business and document, so that content of one is never shown as another. */
export function Viewer({ bytes, type, name, titleId, areaRef, seen, recorded, onSeen }: ViewerProps) {
  const { paper, sizes, error, warnings } = usePaper(bytes, type);
  const [zoom, setZoom] = useState<number>(1);
  const [rotation, setRotation] = useState<Rotation>(0);
  const { ref: measured, width: available, height } = useElementSize<HTMLElement>();
  const area = useRef<HTMLElement>(null);
  const width = Math.max(0, available - 2 * GAP) * zoom;
  const sheets = useMemo(() => (width === 0 ? [] : stackOf(sizes, width, rotation)), [sizes, width, rotation]);
  const { page, near, go, turn, onScroll } = useScrolling(area, sheets, height);
  const prints = usePrints(paper, near, width, rotation);
  const count = useSeen({ area, sheets, prints, seen, onSeen });
  const ref = useMergedRef(measured, area, areaRef);
  if (error !== undefined) return <RedBar error={error} />;
  const pages = paper === undefined ? 1 : sizes.length;
  return (
    <>
      <Tools
        page={page}
        pages={pages}
        seen={`${pagesWords(Math.max(count, recorded), pages)} seen`}
        onPage={go}
        onEnter={() => area.current?.focus({ preventScroll: true })}
        zoom={zoom}
        onLarger={() => setZoom(larger)}
        onSmaller={() => setZoom(smaller)}
        onFit={() => setZoom(1)}
        onRotate={() => {
          turn();
          setRotation(rotated);
        }}
      />
      {warnings.length > 0 && <RedBar warnings={warnings} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area needs the focus to scroll by keyboard. */}
      <section ref={ref} className={classes.paper} tabIndex={0} aria-labelledby={titleId} onScroll={onScroll}>
        {sheets.length === 0 ? (
          <p className="late" role="status">
            Drawing the page
          </p>
        ) : (
          <div style={extentOf(sheets)}>
            {near.map((number) => (
              <Place key={number} sheet={sheets[number - 1]}>
                <Print page={number} print={prints.get(number)} label={`${name}, page ${number} of ${pages}`} />
              </Place>
            ))}
          </div>
        )}
      </section>
    </>
  );
}

function Place({ sheet, children }: { sheet: Sheet | undefined; children: ReactNode }) {
  return (
    <div className={classes.sheet} style={{ ...sheet, left: GAP }}>
      {children}
    </div>
  );
}

function Print({ page, print, label }: { page: number; print: Printed<HTMLCanvasElement> | undefined; label: string }) {
  if (print === undefined) return <p className="late">Drawing page {page}</p>;
  if ('error' in print) return <RedBar error={print.error} page={page} />;
  return <Drawn canvas={print.canvas} label={label} />;
}

function Drawn({ canvas, label }: { canvas: HTMLCanvasElement; label: string }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => place.current?.replaceChildren(canvas), [canvas]);
  return <div ref={place} role="img" aria-label={label} className={classes.drawn} />;
}

function viewOf({ scrollTop, scrollLeft, clientWidth, clientHeight }: HTMLElement): View {
  return { top: scrollTop, left: scrollLeft, width: clientWidth, height: clientHeight };
}

type Area = Readonly<{ current: HTMLElement | null }>;

/** Follows the scroll position. Keeps the same place in the middle when the pages change their size. */
function useScrolling(area: Area, sheets: readonly Sheet[], height: number) {
  const [shown, setShown] = useState<{ page: number; near: readonly number[] }>({ page: 1, near: [] });
  const middle = useRef<Point>(undefined);
  // The end of a document may show other pages above the requested one.
  const requested = useRef<{ page: number; top: number }>(undefined);

  const follow = useCallback(() => {
    const element = area.current;
    if (element === null || sheets.length === 0) return;
    const view = viewOf(element);
    middle.current = middleOf(sheets, view);
    if (requested.current?.top !== view.top) requested.current = undefined;
    const page = requested.current?.page ?? pageShown(sheets, view);
    const near = pagesNear(sheets, view);
    setShown((before) => (before.page === page && before.near.join() === near.join() ? before : { page, near }));
  }, [area, sheets]);

  useLayoutEffect(() => {
    const element = area.current;
    const position = middle.current && element && positionOf(sheets, middle.current, viewOf(element));
    if (position) element?.scrollTo(position);
    follow();
  }, [area, sheets, follow]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a higher area shows more pages.
  useLayoutEffect(follow, [height, follow]);

  function go(to: number): void {
    const page = pageWithin(to, sheets.length);
    const sheet = sheets[page - 1];
    const element = area.current;
    if (sheet === undefined || element === null) return;
    element.scrollTo({ top: sheet.top - GAP });
    requested.current = { page, top: element.scrollTop };
    follow();
  }
  const turn = () => {
    middle.current = middle.current && turned(middle.current);
  };
  return { ...shown, go, turn, onScroll: follow };
}

const NO_PRINTS: Prints<HTMLCanvasElement> = new Map();

/** The drawn pages among those that are near. */
function usePrints(paper: Paper | undefined, pages: readonly number[], width: number, rotation: Rotation) {
  const [prints, setPrints] = useState(NO_PRINTS);
  const press = useRef<Press<HTMLCanvasElement>>(undefined);
  useEffect(() => {
    if (paper === undefined) return;
    const made = new Press(paper.draw, setPrints);
    press.current = made;
    return () => made.close();
  }, [paper]);
  const order: Order = useMemo(() => ({ pages, width, rotation }), [pages, width, rotation]);
  useEffect(() => press.current?.want(order), [order]);
  return prints;
}

interface Watched extends Pick<ViewerProps, 'seen' | 'onSeen'> {
  area: Area;
  sheets: readonly Sheet[];
  prints: Prints<HTMLCanvasElement>;
}

/** How many different pages were visible long enough, in a visible tab. */
function useSeen({ area, sheets, prints, seen, onSeen }: Watched): number {
  const [count, setCount] = useState(seen.size);
  const sight = useRef<Sight>(new Map());
  const check = useEffectEvent(() => {
    const element = area.current;
    const isVisible = document.visibilityState === 'visible' && element !== null;
    const readable = isVisible ? pagesInSight(sheets, viewOf(element)) : [];
    const isDrawn = (page: number) => {
      const print = prints.get(page);
      return print !== undefined && 'canvas' in print;
    };
    const now = performance.now();
    sight.current = sightAfter(sight.current, readable.filter(isDrawn), now);
    for (const page of seenBy(sight.current, now)) seen.add(page);
    if (seen.size === count) return;
    setCount(seen.size);
    onSeen(seen.size, sheets.length);
  });
  useEffect(() => {
    const timer = setInterval(() => check(), CHECK_MS);
    return () => clearInterval(timer);
  }, []);
  return count;
}

interface Opened {
  paper: Paper | undefined;
  /** Empty until the document is open. */
  sizes: readonly Size[];
  /** Why nothing can be shown. */
  error: Error | undefined;
  /** Why something may be missing from the page. */
  warnings: readonly string[];
}

const NOTHING: Opened = { paper: undefined, sizes: [], error: undefined, warnings: [] };

/** Opens the bytes of one document; the reader for each type is loaded on first use. */
function usePaper(bytes: Uint8Array<ArrayBuffer>, type: string): Opened {
  const [opened, setOpened] = useState<Opened>(NOTHING);
  useEffect(() => {
    let left = false;
    let paper: Paper | undefined;
    const change = (part: Partial<Opened>) => left || setOpened((before) => ({ ...before, ...part }));
    const onWarning = (words: string) =>
      left || setOpened((before) => ({ ...before, warnings: [...new Set([...before.warnings, words])] }));
    const onSize = (page: number, size: Size) =>
      left || setOpened((before) => ({ ...before, sizes: withSize(before.sizes, page, size) }));
    open(bytes, type, { onWarning, onSize }).then(
      (ready) => {
        if (left) return ready.close();
        paper = ready;
        change({ paper, sizes: paper.sizes });
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

async function open(bytes: Uint8Array<ArrayBuffer>, type: string, events: PaperEvents): Promise<Paper> {
  if (type === 'application/pdf') return (await import('./pdf.ts')).openPdf(bytes, events);
  return (await import('./picture.ts')).openPicture(bytes, type);
}
