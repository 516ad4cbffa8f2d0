// Checks whether the API is a sandbox: only there can reviews be simulated.
import { ApiError, type OnboardingClient } from '@onboarding/sdk';
import { CliFailure } from '../failure.ts';

/** A customer id that does not exist. */
const NOBODY = '00000000-0000-7000-8000-000000000000';

export async function requireSandbox(client: OnboardingClient, signal: AbortSignal): Promise<void> {
  try {
    await client.simulateVerification(NOBODY, { outcome: 'Approve' }, { signal });
  } catch (thrown) {
    if (!(thrown instanceof ApiError)) throw thrown;
    if (thrown.code === 'Route.NotFound')
      throw new CliFailure(
        'This is not a sandbox, and sample businesses can only be created in one. Choose one with --env.',
      );
    if (thrown.status !== 404 && thrown.status !== 403) throw thrown;
  }
}
