// The scanner and the inspection of files in this process, for tests of what follows from their outcomes.
import type { Inspector } from '@onboarding/domain/uploads';
import type { Scanner } from '@onboarding/platform/clamd';
import { createJudge } from '../../packages/domain/src/uploads/inspection/content-rules.ts';

/** A file that contains this is infected. */
export const VIRUS = 'a virus';

export const scanner: Scanner = {
  async scan(chunks) {
    const all: Uint8Array[] = [];
    for await (const chunk of chunks) all.push(chunk);
    return Buffer.concat(all).includes(VIRUS) ? { clean: false, signature: 'Test' } : { clean: true };
  },
};

export const inspector: Inspector = {
  async open({ contentType }) {
    const judge = createJudge(contentType);
    return {
      look: async (chunk) => judge.look(chunk),
      judge: async () => ({ refusal: await judge.refusal(), findings: judge.findings() }),
      release() {},
    };
  },
  close: async () => {},
};
