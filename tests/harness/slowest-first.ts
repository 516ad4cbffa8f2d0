// The order of the test files: the slowest first, so that none of them runs alone at the end.
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Those that take longest, mostly by waiting. All others follow, the largest first. */
export const SLOWEST: readonly string[] = [
  'tests/smoke/whole-stack.test.ts',
  'tests/sdk/cases.system.test.ts',
  'tests/running/production-guide.system.test.ts',
  'tests/browser/console/documents.system.test.ts',
  'tests/browser/portal/states.system.test.ts',
  'tests/browser/portal/links.system.test.ts',
  'tests/browser/docs.system.test.ts',
  'tests/browser/console/handbook.system.test.ts',
  'tests/faults/screening.system.test.ts',
  'tests/running/image.system.test.ts',
  'tests/running/compose.system.test.ts',
  'tests/running/release.system.test.ts',
  'tests/running/alerts.system.test.ts',
  'tests/running/operators-pages.system.test.ts',
  'tests/running/secret-rotation.system.test.ts',
  'tests/running/rehearsal.system.test.ts',
  'tests/journeys/stack.system.test.ts',
  'tests/journeys/quickstart.system.test.ts',
  'tests/models/verification-model.system.test.ts',
  'tests/models/create-fuzz.system.test.ts',
  'tests/attacks/vanished-connections.system.test.ts',
  'tests/browser/sign-in.system.test.ts',
  'tests/faults/documents-processes.system.test.ts',
  'tests/attacks/fuzz/documents.system.test.ts',
  'tests/attacks/hidden-scripts.system.test.ts',
  'tests/attacks/costly-files.system.test.ts',
  'tests/attacks/markup.system.test.ts',
  'tests/attacks/receivers.system.test.ts',
  'packages/domain/src/profiles/list/list-costs.system.test.ts',
  'apps/ctl/src/commands/customers.system.test.ts',
  'tests/faults/webhook-kills.system.test.ts',
  'tests/faults/webhook-replay.system.test.ts',
  'tests/faults/kill-api.system.test.ts',
  'tests/models/every-compliance-route-fuzz.system.test.ts',
  'tests/contract/update/update-fields.test.ts',
  'packages/domain/src/profiles/search/business-search-cost.system.test.ts',
  'tests/attacks/storage.system.test.ts',
  'tests/identity/rotation.system.test.ts',
  'tests/faults/kill-postgres.system.test.ts',
  'tests/journeys/webhook-replay.system.test.ts',
  'tests/attacks/trail.system.test.ts',
  'tests/journeys/guides.system.test.ts',
  'tests/journeys/language-examples.system.test.ts',
  'tests/journeys/cli-screens.system.test.ts',
  'tests/journeys/listen.system.test.ts',
  'tests/faults/worker-and-postgres.system.test.ts',
  'tests/attacks/headers.system.test.ts',
  'tests/faults/documents.system.test.ts',
  'tests/faults/rate-limits.system.test.ts',
  'tests/faults/review-queue.system.test.ts',
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
