const NUMBER = new Intl.NumberFormat();
const SECONDS = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });

export const number = (value: number) => NUMBER.format(value);

/** "1 delivery", "1,204 deliveries". */
export const counted = (value: number, one: string, many: string) =>
  `${NUMBER.format(value)} ${value === 1 ? one : many}`;

/** "84 ms", "1.2 s". */
export const duration = (milliseconds: number) =>
  milliseconds < 1_000 ? `${Math.round(milliseconds)} ms` : `${SECONDS.format(milliseconds / 1_000)} s`;
