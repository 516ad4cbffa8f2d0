import { describeFailure, StackFailure } from '../servers/failure.ts';

/** Shows on one line what is being done, then its result and duration. */
export async function step<T>(title: string, work: () => Promise<T>, describe?: (result: T) => string): Promise<T> {
  process.stdout.write(`  ${title.padEnd(20)}`);
  const begun = performance.now();
  try {
    const result = await work();
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    const outcome = describe?.(result) ?? (typeof result === 'string' ? result : 'ready');
    process.stdout.write(`${outcome.padEnd(34)} ${seconds} s\n`);
    return result;
  } catch (thrown) {
    process.stdout.write('failed\n');
    if (thrown instanceof StackFailure) throw thrown;
    throw new StackFailure(`${title}: ${describeFailure(thrown)}`, { cause: thrown });
  }
}
