// Measures time without the delays of a busy machine.

const TICK_MS = 5;

/** Returns the milliseconds since its start, without those in which this process could not run. Read it once. */
export function startStopwatch(): () => number {
  const started = performance.now();
  let [seen, lost] = [started, 0];
  const look = () => {
    const now = performance.now();
    lost += Math.max(0, now - seen - 2 * TICK_MS);
    seen = now;
  };
  const timer = setInterval(look, TICK_MS);
  return () => {
    clearInterval(timer);
    look();
    return seen - started - lost;
  };
}
