// Loaded into a process before anything else: a file controls its clock, so that days pass in a moment for all
// processes that read the same file. The file contains how many milliseconds the clock is ahead, or, after "=", the
// time at which it is stopped.
import { readFileSync } from 'node:fs';

const RealDate = Date;
const file = process.env.CLOCK_FILE ?? '';
let text = '0';

function movedNow(): number {
  // Read every time, so that a change takes effect immediately; empty while it is being written.
  text = readFileSync(file, 'utf8') || text;
  return text.startsWith('=') ? Number(text.slice(1)) : RealDate.now() + Number(text);
}

globalThis.Date = new Proxy(RealDate, {
  construct: (target, given, made) => Reflect.construct(target, given.length === 0 ? [movedNow()] : given, made),
  get: (target, name) => (name === 'now' ? movedNow : Reflect.get(target, name)),
});
