const NUMBER = new Intl.NumberFormat();
const HOURS = new Intl.NumberFormat(undefined, { style: 'unit', unit: 'hour', maximumFractionDigits: 1 });
const DAYS = new Intl.NumberFormat(undefined, {
  ...{ style: 'unit', unit: 'day', unitDisplay: 'long', maximumFractionDigits: 1 },
});

export const number = (value: number) => NUMBER.format(value);

/** "6.4 hr", "3.2 days". */
export const hours = (value: number) => (value < 48 ? HOURS.format(value) : DAYS.format(value / 24));
