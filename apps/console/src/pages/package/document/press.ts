// Draws the pages that are wanted, one after another, and drops all others, so that a long document does not fill memory.
import type { Drawing } from './paper.ts';

/** The most urgent page first. */
export interface Order extends Pick<Drawing, 'width' | 'rotation'> {
  pages: readonly number[];
}

/** A page of another width is shown enlarged or reduced until it is drawn again. */
export type Printed<Canvas> = { canvas: Canvas; width: number } | { error: Error; width: number };
export type Prints<Canvas> = ReadonlyMap<number, Printed<Canvas>>;

interface Running extends Order {
  page: number;
  leaving: AbortController;
}

export class Press<Canvas> {
  readonly #draw: (drawing: Drawing) => Promise<Canvas>;
  readonly #onChange: (prints: Prints<Canvas>) => void;
  readonly #prints = new Map<number, Printed<Canvas>>();
  #order: Order = { pages: [], width: 0, rotation: 0 };
  #running: Running | undefined;

  constructor(draw: (drawing: Drawing) => Promise<Canvas>, onChange: (prints: Prints<Canvas>) => void) {
    this.#draw = draw;
    this.#onChange = onChange;
  }

  /** Cancels the page that is being drawn if it is no longer wanted, or no longer wanted so. */
  want(order: Order): void {
    const isTurned = order.rotation !== this.#order.rotation;
    this.#order = order;
    for (const page of this.#prints.keys()) {
      if (isTurned || !order.pages.includes(page)) this.#prints.delete(page);
    }
    this.#changed();
    if (this.#running === undefined) void this.#run();
    else if (!this.#isWanted(this.#running)) this.#running.leaving.abort();
  }

  close(): void {
    this.#order = { ...this.#order, pages: [] };
    this.#running?.leaving.abort();
  }

  #isWanted({ page, width, rotation }: Running): boolean {
    const wanted = this.#order;
    return wanted.pages.includes(page) && width === wanted.width && rotation === wanted.rotation;
  }

  /** One page at a time: a cancelled one has ended before the next begins. */
  async #run(): Promise<void> {
    for (let page = this.#next(); page !== undefined; page = this.#next()) {
      const running: Running = { ...this.#order, page, leaving: new AbortController() };
      this.#running = running;
      const printed = await this.#print(running);
      if (running.leaving.signal.aborted) continue;
      this.#prints.set(page, printed);
      this.#changed();
    }
    this.#running = undefined;
  }

  #next(): number | undefined {
    const { pages, width } = this.#order;
    return pages.find((page) => this.#prints.get(page)?.width !== width);
  }

  async #print({ page, width, rotation, leaving: { signal } }: Running): Promise<Printed<Canvas>> {
    try {
      return { canvas: await this.#draw({ page, width, rotation, signal }), width };
    } catch (thrown) {
      return { error: thrown instanceof Error ? thrown : new Error(String(thrown)), width };
    }
  }

  #changed(): void {
    this.#onChange(new Map(this.#prints));
  }
}
