// Wakes one loop that waits for any of several things.

export interface Bell {
  /** Wakes whoever waits, or else whoever waits next. */
  ring(): void;
  /** Rings after this time. Further calls until then change nothing. */
  ringIn(ms: number): void;
  rung(): Promise<void>;
}

export function createBell(): Bell {
  let isRung = false;
  let isSet = false;
  let wake: (() => void) | undefined;

  function ring(): void {
    isRung = true;
    wake?.();
  }

  return {
    ring,
    ringIn(ms) {
      if (isSet) return;
      isSet = true;
      setTimeout(() => {
        isSet = false;
        ring();
      }, ms);
    },
    async rung() {
      if (!isRung) await new Promise<void>((resolve) => (wake = resolve));
      wake = undefined;
      isRung = false;
    },
  };
}
