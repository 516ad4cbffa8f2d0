/** The size of a file: "182 kB". */
export function sizeOf(bytes: number): string {
  const [unit, size] = bytes < 1_000_000 ? (['kilobyte', 1_000] as const) : (['megabyte', 1_000_000] as const);
  const format = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(undefined, format).format(bytes / size);
}
