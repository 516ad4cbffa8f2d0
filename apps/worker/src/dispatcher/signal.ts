/** What a loop sleeps on. A poke that comes while it is at work is not lost: its next sleep is over at once. */
export interface Signal {
  poke(): void;
  sleep(ms: number): Promise<void>;
}

export function createSignal(): Signal {
  let poked = false;
  let wake: (() => void) | undefined;
  return {
    poke() {
      poked = true;
      wake?.();
    },
    async sleep(ms) {
      if (!poked) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      wake = undefined;
      poked = false;
    },
  };
}
