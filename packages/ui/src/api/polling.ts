// How often data is read again, and whether that extends the session.

/** Polls until the awaited state is reached. */
export const intervalOf = <T>(
  poll: number | false,
  pollUntil: ((data: T) => boolean) | undefined,
  data: T | undefined,
): number | false => (data !== undefined && pollUntil?.(data) === true ? false : poll);

/** The first read is by the person, later ones are by a timer. */
export const isBackground = (poll: number | false, hasData: boolean): boolean => poll !== false && hasData;
