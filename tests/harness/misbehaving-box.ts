// An inspection process that does what the file says instead of inspecting it.
import { readFileSync } from 'node:fs';
import { getPriority } from 'node:os';

const say = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);

const spin = () => {
  for (;;) Math.sqrt(Math.random());
};
/** Fast enough to hit the heap limit first. */
function growHeap(): never {
  const kept = new Set<number>();
  for (let next = 0.5; ; next++) kept.add(next);
}
function growBuffers(): never {
  const kept: Buffer[] = [];
  for (;;) {
    kept.push(Buffer.alloc(1024 * 1024, 1));
    // Slow enough to be noticed.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
  }
}
function tellWhatItSees(): void {
  let read = 'files';
  try {
    readFileSync('/etc/hostname');
  } catch (error) {
    read = (error as NodeJS.ErrnoException).code ?? '';
  }
  say({ refusal: null });
  say({ findings: [Object.keys(process.env).join(), read, `priority ${getPriority()}`] });
}

const DEEDS: Record<string, () => void> = {
  'spin ': spin,
  'heap ': growHeap,
  bytes: growBuffers,
  crash: () => process.kill(process.pid, 'SIGSEGV'),
  leave: () => process.exit(3),
  sleep: () => {},
  'tell ': tellWhatItSees,
  judge: () => {
    say({ refusal: 'ContentMismatch' });
    spin();
  },
};

say({ ready: true });
for await (const chunk of process.stdin) {
  const text = chunk.toString('latin1');
  for (const [word, deed] of Object.entries(DEEDS)) if (text.includes(word)) deed();
}
