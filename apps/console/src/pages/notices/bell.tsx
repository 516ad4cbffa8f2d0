// The number of new notices, in the frame of every page, and the list that it opens.
import { ActionIcon, Popover, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBell } from '@onboarding/ui/icons';
import { useAllowed } from '@onboarding/ui/session';
import { lazy, Suspense } from 'react';
import { operation, useCall } from '../../api/client.ts';
import { bellOf } from './bell-words.ts';
import classes from './notices.module.css';

const NoticeList = lazy(async () => ({ default: (await import('./notice-list.tsx')).NoticeList }));

const POLL_MS = 30_000;

/** Nothing for those who have no packages, and while an API of the release before answers, which has no notices. */
export function Bell() {
  return useAllowed(operation('readNoticeCounts')) ? <OwnBell /> : null;
}

function OwnBell() {
  const [opened, { toggle, close }] = useDisclosure(false);
  const { data: counts } = useCall('readNoticeCounts', {}, { poll: POLL_MS });
  if (counts === undefined) return null;
  const { figure, label } = bellOf(counts.unseen);
  return (
    <Popover opened={opened} onDismiss={close} position="bottom-end" width={360} trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" onClick={toggle} aria-label={label} title={label}>
          <IconBell size={20} aria-hidden />
          {figure !== undefined && (
            <span className={classes.figure} aria-hidden>
              {figure}
            </span>
          )}
        </ActionIcon>
      </Popover.Target>
      <VisuallyHidden role="status">{figure !== undefined && label}</VisuallyHidden>
      <Popover.Dropdown p={0} aria-label="Notices">
        <Suspense>
          <NoticeList poll={POLL_MS} onLeave={close} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
