// Loading, failure and empty states, shared by all pages.
import { Alert, Button, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ApiFailure } from '../api/index.ts';
import { IconAlertTriangle, IconFilterOff, IconInbox, IconLock } from '../icons/index.ts';
import { actionFailureWords, failureTitle, isForbidden, isSignedOut, lastingFailure } from './failure-words.ts';
import classes from './states.module.css';

/** The result of a read: its value, a skeleton while loading, or the failure and what to do. */
export function Loaded<T>({
  query,
  height = 200,
  skeleton = <Loading height={height} />,
  children,
}: {
  query: UseQueryResult<T, ApiFailure>;
  /** About that of the value, if there is no better skeleton. */
  height?: number;
  /** In the form of the value, such as `RowsLoading` or `FactsLoading`. */
  skeleton?: ReactNode;
  children: (value: T) => ReactNode;
}) {
  const failure = useFailure(query);
  if (query.data !== undefined) {
    return (
      <>
        {query.isError && !isSignedOut(query.error) && (
          <Failure error={query.error} onRetry={() => void query.refetch()} stale />
        )}
        {children(query.data)}
      </>
    );
  }
  if (failure !== null) {
    return <Failure error={failure} onRetry={() => void query.refetch()} retrying={query.isFetching} />;
  }
  return skeleton;
}

export function Loading({ height }: { height: number }) {
  return (
    <div className="late" role="status" aria-label="Loading">
      <Skeleton h={height} />
    </div>
  );
}

function useFailure<T>({ error, errorUpdateCount }: UseQueryResult<T, ApiFailure>): ApiFailure | null {
  const [last, setLast] = useState(error);
  if (error !== null && error !== last) setLast(error);
  const lasting = lastingFailure(error, last, errorUpdateCount);
  return isSignedOut(lasting) ? null : lasting;
}

/** Why a part of a page is missing, such as the options of a filter; nothing without a failure. */
export function FailedPart<T>({ query, what }: { query: UseQueryResult<T, ApiFailure>; what: string }) {
  const failed = useFailure(query);
  const failure = query.data === undefined ? failed : query.error;
  if (failure === null || isSignedOut(failure)) return null;
  return <Failure error={failure} what={what} onRetry={() => void query.refetch()} retrying={query.isFetching} />;
}

/** Distinguishes a failed load from an empty list. */
export function Failure({
  error,
  what,
  onRetry,
  retrying = false,
  stale = false,
}: {
  error: Error;
  /** The missing part of the page; without it, the whole page. */
  what?: string;
  onRetry?: () => void;
  retrying?: boolean;
  stale?: boolean;
}) {
  const failure = error instanceof ApiFailure ? error : undefined;
  const allowed = !isForbidden(error);
  return (
    <Alert
      role="alert"
      color={allowed ? 'danger' : 'warning'}
      {...(what === undefined ? { mb: 'md' } : { p: 'xs', w: '100%' })}
      icon={allowed ? <IconAlertTriangle aria-hidden /> : <IconLock aria-hidden />}
      title={failureTitle(error, { what, stale })}
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{error.message}</Text>
        <RequestNumber failure={failure} />
        {onRetry !== undefined && allowed && (
          <Button size="compact-sm" variant="default" loading={retrying} onClick={onRetry}>
            Try again
          </Button>
        )}
      </Stack>
    </Alert>
  );
}

/** Why an action failed. With `marked`, the form shows the messages of its fields itself, so they are not repeated. */
export function ActionFailure({ error, marked = false }: { error: Error | null; marked?: boolean }) {
  if (error === null) return null;
  const words = actionFailureWords(error, marked);
  if (words === undefined) return null;
  return (
    <Alert role="alert" color="danger" title="Nothing was changed" icon={<IconAlertTriangle aria-hidden />}>
      <Text size="sm">{words}</Text>
      <RequestNumber failure={error instanceof ApiFailure ? error : undefined} />
    </Alert>
  );
}

function RequestNumber({ failure }: { failure: ApiFailure | undefined }) {
  if (failure?.requestId === undefined) return null;
  return (
    <Text size="xs">
      Request number, for our support team: <code>{failure.requestId}</code>
    </Text>
  );
}

const PICTURES = { nothing: IconInbox, filtered: IconFilterOff, refused: IconLock } as const;

/**
 * A list or section without content. `nothing`: what will appear here and what leads to it; `filtered`: nothing matches the filter;
 * `refused`: who may see or do it.
 */
export function Empty({
  kind = 'nothing',
  title,
  children,
  action,
}: {
  kind?: keyof typeof PICTURES;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}) {
  const Icon = PICTURES[kind];
  return (
    <Paper withBorder py={48} px="lg" ta="center">
      <Stack gap="xs" align="center">
        <span className={classes.picture} data-kind={kind}>
          <Icon size={22} aria-hidden />
        </span>
        <Title order={2} size="h4">
          {title}
        </Title>
        {children !== undefined && (
          <Text size="sm" c="dimmed" maw={480} component="div">
            {children}
          </Text>
        )}
        {action}
      </Stack>
    </Paper>
  );
}

/** The same inside a card, where a picture would take too much space. */
export function EmptyPart({ children }: { children: ReactNode }) {
  return (
    <Text size="sm" c="dimmed" component="div" py="xs">
      {children}
    </Text>
  );
}

/** No match for the filter. */
export function NoMatch({ what, onClear }: { what: string; onClear: () => void }) {
  return (
    <Empty
      kind="filtered"
      title={`No ${what} match these filters`}
      action={
        <Button variant="default" onClick={onClear}>
          Clear the filters
        </Button>
      }
    >
      Remove one of them, or clear them all to see the whole list.
    </Empty>
  );
}
