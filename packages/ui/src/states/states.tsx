// Loading, failure and empty states, shared by all pages.
import { Alert, Button, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ApiFailure } from '../api/index.ts';
import { IconAlertTriangle, IconLock } from '../icons/index.ts';
import { actionFailureWords, failureTitle, isForbidden, isSignedOut, lastingFailure } from './failure-words.ts';

/** The result of a read: its value, a skeleton of about its height while loading, or the failure and what to do. */
export function Loaded<T>({
  query,
  height = 200,
  children,
}: {
  query: UseQueryResult<T, ApiFailure>;
  height?: number;
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
  return <Loading height={height} />;
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
      color={allowed ? 'red' : 'yellow'}
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
    <Alert role="alert" color="red" title="Nothing was changed" icon={<IconAlertTriangle aria-hidden />}>
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

/** An empty list: what it would contain, and how to add the first entry. */
export function Empty({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <Paper withBorder p="xl" ta="center">
      <Stack gap="xs" align="center">
        <Title order={2} size="h4">
          {title}
        </Title>
        {children !== undefined && (
          <Text c="dimmed" maw={560} component="div">
            {children}
          </Text>
        )}
        {action}
      </Stack>
    </Paper>
  );
}

/** No match for the filter. */
export function NoMatch({ what, onClear }: { what: string; onClear: () => void }) {
  return (
    <Empty
      title={`No ${what} match these filters`}
      action={
        <Button variant="default" onClick={onClear}>
          Clear the filters
        </Button>
      }
    />
  );
}
