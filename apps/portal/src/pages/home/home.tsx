// The home page: the setup steps until they are complete, and an overview once there are businesses.
import { Alert } from '@mantine/core';
import { IconCheck } from '@onboarding/ui/icons';
import { useSession } from '@onboarding/ui/session';
import { Page } from '@onboarding/ui/shell';
import { Loaded } from '@onboarding/ui/states';
import { useState } from 'react';
import { useCall } from '../../api/client.ts';
import { AtWork } from './at-work.tsx';
import { Checklist } from './checklist.tsx';
import { isComplete, stepsOf } from './home-rules.ts';
import { GoToProduction } from './step-bodies.tsx';

/** Polling intervals: until all steps are complete, and afterwards. */
const EAGER_MS = 5_000;
const CALM_MS = 30_000;

export function Home() {
  const { session } = useSession();
  const [calm, setCalm] = useState(false);
  const overview = useCall('readOverview', {}, { poll: calm ? CALM_MS : EAGER_MS });
  const steps = overview.data === undefined ? [] : stepsOf(overview.data, session);
  const isReady = overview.data !== undefined && isComplete(steps, session);
  if (isReady !== calm) setCalm(isReady);
  return (
    <Page
      title={isReady ? 'Home' : `Welcome, ${session.name}`}
      {...(isReady
        ? {}
        : { about: 'These steps lead to your first approved customer. They are ticked off automatically.' })}
    >
      <Loaded query={overview} height={420}>
        {(value) => (
          <>
            {!isReady && <Checklist steps={steps} overview={value} />}
            {isReady && session.environment !== 'production' && (
              <Alert color="success" icon={<IconCheck aria-hidden />} title="All first steps are done">
                <GoToProduction />
              </Alert>
            )}
            {value.business.exists && <AtWork overview={value} />}
          </>
        )}
      </Loaded>
    </Page>
  );
}
