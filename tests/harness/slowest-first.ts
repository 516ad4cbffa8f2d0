// The order of the test files: the slowest first, so that none of them runs alone at the end.
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Those that take longest, mostly waiting. All others follow, the largest first. */
export const SLOWEST: readonly string[] = [
  'tests/sdk/cases.test.ts',
  'tests/running/production-guide.test.ts',
  'tests/browser/console/documents.test.ts',
  'tests/browser/portal/states.test.ts',
  'tests/browser/docs.test.ts',
  'tests/faults/screening.test.ts',
  'tests/running/image.test.ts',
  'tests/running/alerts.test.ts',
  'tests/journeys/stack.test.ts',
  'tests/journeys/quickstart.test.ts',
  'tests/contract/compliance/verification-model.test.ts',
  'tests/contract/create/create-fuzz.test.ts',
  'tests/attacks/vanished-connections.test.ts',
  'tests/browser/sign-in.test.ts',
  'tests/faults/documents-processes.test.ts',
  'tests/attacks/fuzz/documents.test.ts',
  'apps/ctl/src/commands/customers.test.ts',
  'tests/faults/webhook-kills.test.ts',
  'tests/faults/webhook-replay.test.ts',
  'tests/faults/kill-api.test.ts',
  'tests/contract/update/update-fields.test.ts',
  'tests/attacks/storage.test.ts',
  'tests/identity/rotation.test.ts',
  'tests/faults/kill-postgres.test.ts',
  'tests/contract/webhooks/webhook-replay.test.ts',
  'tests/attacks/trail.test.ts',
  'tests/journeys/guides.test.ts',
  'tests/journeys/cli-screens.test.ts',
  'tests/journeys/listen.test.ts',
  'tests/faults/worker-and-postgres.test.ts',
  'tests/attacks/headers.test.ts',
  'tests/faults/documents.test.ts',
  'tests/faults/rate-limits.test.ts',
  'tests/faults/review-queue.test.ts',
];

export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const place = SLOWEST.indexOf(relative(this.ctx.config.root, moduleId));
      return place === -1 ? SLOWEST.length : place;
    };
    const sorted = await super.sort(files);
    return sorted.sort((one, other) => rank(one) - rank(other));
  }
}
