import { Badge, Group, Text, Title } from '@mantine/core';
import type { Notice } from '@onboarding/contract';
import { PageLink } from '@onboarding/ui/shell';
import { Loaded } from '@onboarding/ui/states';
import { When } from '@onboarding/ui/values';
import { useEffect, useEffectEvent } from 'react';
import { useAction, useCall } from '../../api/client.ts';
import { noticeWords } from './notice-words.ts';
import classes from './notices.module.css';

/** Opening the list marks its notices as seen. Those that arrive while it is open count as new until it is opened again. */
export function NoticeList({ poll, onLeave }: { poll: number; onLeave: () => void }) {
  const list = useCall('listNotices', {}, { poll });
  const { mutate } = useAction('markNoticesSeen', { refreshes: ['readNoticeCounts'] });
  const until = list.data?.readAt;
  // Not what an earlier opening has left.
  const isRead = list.isFetchedAfterMount && until !== undefined;
  const markSeen = useEffectEvent(() => {
    if (until !== undefined) mutate({ body: { until } });
  });
  useEffect(() => {
    if (isRead) markSeen();
  }, [isRead]);
  return (
    <>
      <Title order={2} size="h6" px="md" py="sm">
        Notices
      </Title>
      <Loaded query={list} height={120}>
        {({ items }) =>
          items.length === 0 ? (
            <Text size="sm" c="dimmed" px="md" pb="md">
              Nothing needs you now. Proposals to confirm and changes to your packages appear here.
            </Text>
          ) : (
            <ul className={classes.list}>
              {items.map((notice) => (
                <li key={`${notice.kind} ${notice.customerId}`} className={classes.notice}>
                  <OneNotice notice={notice} onLeave={onLeave} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </>
  );
}

function OneNotice({ notice, onLeave }: { notice: Notice; onLeave: () => void }) {
  const { customerId, companyName, at, seen } = notice;
  return (
    <>
      <Group gap="xs" wrap="nowrap" justify="space-between" align="flex-start">
        <PageLink
          to="/packages/$customerId"
          params={{ customerId }}
          // Opening a package is recorded, so hovering must not preload it.
          preload={false}
          onClick={onLeave}
          size="sm"
          fw={600}
          style={{ overflowWrap: 'anywhere' }}
        >
          {companyName ?? 'An erased business'}
        </PageLink>
        {!seen && <Badge flex="none">New</Badge>}
      </Group>
      <Text size="sm">{noticeWords(notice, Date.now())}</Text>
      <Text size="xs" c="dimmed">
        <When at={at} ago />
      </Text>
    </>
  );
}
