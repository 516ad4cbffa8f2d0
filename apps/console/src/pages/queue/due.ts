// The time left until a package's target, in words and in colour. Pure.
/** A package is urgent in this last fraction of its time. */
const PRESSING = 0.25;

export function dueOf(queuedAt: number, dueAt: number, now: number): { words: string; color: string } {
  const left = dueAt - now;
  if (left < 0) return { words: `${lengthOf(-left)} late`, color: 'red' };
  const pressing = left < (dueAt - queuedAt) * PRESSING;
  return { words: `Due in ${lengthOf(left)}`, color: pressing ? 'yellow' : 'green' };
}

/** "3 days", "5 h", "12 min": one unit is enough for comparison. */
export function lengthOf(milliseconds: number): string {
  const minutes = Math.max(0, Math.floor(milliseconds / 60_000));
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`;
}
