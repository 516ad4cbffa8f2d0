import classes from './monogram.module.css';
import { initialsOf, monogramColour } from './monogram-rules.ts';

/** A tile in place of a partner's logo. Beside its name, so screen readers skip it. */
export function Monogram({ name, size = 24 }: { name: string; size?: number }) {
  return (
    <span
      className={classes.tile}
      style={{ width: size, height: size, fontSize: size * 0.42, background: monogramColour(name) }}
      title={name}
      aria-hidden
    >
      {initialsOf(name)}
    </span>
  );
}
