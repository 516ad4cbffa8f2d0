/** What a loop sleeps on. A wake-up during its work is not lost: the next sleep ends immediately. */
export interface Signal {
  wake(): void;
  sleep(ms: number): Promise<void>;
}

export function createSignal(): Signal {
  let woken = false;
  let rouse: (() => void) | undefined;
  return {
    wake() {
      woken = true;
      rouse?.();
    },
    async sleep(ms) {
      if (!woken) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          rouse = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      rouse = undefined;
      woken = false;
    },
  };
}
