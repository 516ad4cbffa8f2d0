// How often something is read again, and whether that keeps the session alive.

/** Until what is awaited is there. */
export const intervalOf = <T>(
  poll: number | false,
  pollUntil: ((data: T) => boolean) | undefined,
  data: T | undefined,
): number | false => (data !== undefined && pollUntil?.(data) === true ? false : poll);

/** The first read is the person's, those that follow are a timer's. */
export const isBackground = (poll: number | false, hasData: boolean): boolean => poll !== false && hasData;
