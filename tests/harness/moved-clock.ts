// Loaded into a process before anything else: its clock goes as a file says, so that days pass in a moment for all
// processes that read the same file. The file holds how many milliseconds the clock is ahead, or, after "=", the moment
// at which it stands still.
import { readFileSync } from 'node:fs';

const RealDate = Date;
const file = process.env.CLOCK_FILE ?? '';
let text = '0';

function movedNow(): number {
  // Each time, so that a test need not wait until it is noticed; empty while it is being written.
  text = readFileSync(file, 'utf8') || text;
  return text.startsWith('=') ? Number(text.slice(1)) : RealDate.now() + Number(text);
}

globalThis.Date = new Proxy(RealDate, {
  construct: (target, given, made) => Reflect.construct(target, given.length === 0 ? [movedNow()] : given, made),
  get: (target, name) => (name === 'now' ? movedNow : Reflect.get(target, name)),
});
