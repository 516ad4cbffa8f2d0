// For checks whose requests must fall into one window of a rate limit, which ends in real time.

/**
 * A failure counts only if the check ended before the window did. If a slow machine took longer, everything is prepared and run
 * again.
 */
export async function withinWindow<P>(
  windowMs: number,
  prepare: () => Promise<P>,
  check: (prepared: P) => Promise<void>,
): Promise<void> {
  for (;;) {
    const prepared = await prepare();
    const startedAt = performance.now();
    try {
      return await check(prepared);
    } catch (error) {
      if (performance.now() - startedAt < windowMs) throw error;
    }
  }
}
