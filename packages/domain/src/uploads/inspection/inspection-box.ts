// The program of an inspection box: a separate process that reads untrusted files, one after the other, and classifies them.
// It has no settings and no keys, can read only its own code, and exits with the process that started it.
import { frameReader } from './box-frames.ts';
import { createJudge, isContentType, type Judge, type Judgement } from './content-rules.ts';

// These signals are sent to all processes of a service when it stops: this one keeps running until the service no longer
// needs it.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => {});

const say = (line: Partial<Judgement> | { ready: true }) => process.stdout.write(`${JSON.stringify(line)}\n`);

let judge: Judge | undefined;
let named = '';

const read = frameReader(async (kind, part, last) => {
  if (kind === 'Begin') {
    named += part.toString('latin1');
    if (!last) return;
    if (!isContentType(named)) throw new Error('A file has no type');
    judge = createJudge(named);
    named = '';
  } else if (kind === 'Bytes') judge?.look(part);
  else {
    const judging = judge;
    judge = undefined;
    if (judging === undefined) return;
    const refusal = await judging.refusal();
    // Reported immediately, because the search may not terminate.
    say({ refusal });
    say({ findings: refusal === null ? judging.findings() : [] });
  }
});

say({ ready: true });
for await (const chunk of process.stdin) await read(chunk);
