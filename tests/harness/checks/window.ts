// For checks whose requests must fall into one window of a limit, which ends by real time.

/**
 * A failure counts only if the check was over before the window ended. If a slow machine took longer, all is done
 * again, with what is prepared anew.
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
