import type { Guard, Sender } from './outcome.ts';

export interface SenderOptions {
  guard: Guard;
  /** For tests: authorities to trust instead of those that Node knows. */
  ca?: readonly string[];
  /** In all, of which connecting (with TLS) may take a part. */
  limits?: { totalMs?: number; connectMs?: number };
}

export function createSender(_options: SenderOptions): Sender {
  throw new Error('Not made yet');
}
