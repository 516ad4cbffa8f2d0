// Everything about one business on one screen: the data, the documents and the review.
import { Box, Stack, Title } from '@mantine/core';
import type { PackageRecord } from '@onboarding/contract';
import { ButtonLink, Page } from '@onboarding/ui/shell';
import { Empty, Loaded, Loading } from '@onboarding/ui/states';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useCall } from '../../api/client.ts';
import { DecisionPane } from './decision/decision-pane.tsx';
import { DocumentPane } from './document/document-pane.tsx';
import { FactsPane } from './facts/facts-pane.tsx';
import { PackageHeader } from './header/package-header.tsx';
import classes from './package.module.css';
import { useSelection } from './selection.ts';
import { Blockers } from './work/blockers.tsx';
import { Flags } from './work/flags.tsx';
import { Screening } from './work/screening.tsx';

const route = getRouteApi('/frame/packages/$customerId');
/** Each read is recorded for the person, so the package is polled only while a result is pending. */
const EXPECTING_MS = 10_000;

// Loaded on demand: few businesses resemble another one.
const Comparison = lazy(async () => ({ default: (await import('./comparison/comparison.tsx')).Comparison }));

export function Package() {
  const { customerId } = route.useParams();
  const query = useCall(
    'readPackage',
    { params: { customerId } },
    { poll: EXPECTING_MS, pollUntil: ({ screeningPending, flagsPending }) => !screeningPending && !flagsPending },
  );
  if (query.error?.code === 'Customer.NotFound' && query.data === undefined) return <Unknown />;
  // Data from an earlier visit must not be taken for current.
  const isFromBefore = query.isFetching && !query.isFetchedAfterMount;
  if (query.data === undefined || isFromBefore) {
    return (
      <Box p="lg">
        {/* The heading that takes the focus is rendered with the name of the business. */}
        <Title order={1} size="h3" mb="md">
          Package
        </Title>
        {isFromBefore ? (
          <Loading height={640} />
        ) : (
          <Loaded query={query} height={640}>
            {() => null}
          </Loaded>
        )}
      </Box>
    );
  }
  // Keyed by the business, so that data of one is never shown beside another.
  return <Loaded query={query}>{(found) => <Columns key={customerId} found={found} />}</Loaded>;
}

function Columns({ found }: { found: PackageRecord }) {
  const { compare } = useSelection();
  const part = (area: string | undefined, label: string) => ({
    className: `${classes.column} ${area}`,
    'aria-label': label,
    // Makes it scrollable by keyboard.
    tabIndex: 0,
  });
  return (
    <div className={classes.page}>
      <PackageHeader found={found} />
      <div className={classes.columns}>
        <section {...part(classes.facts, 'Facts')}>
          <FactsPane found={found} />
        </section>
        <section {...part(classes.document, 'Document')}>
          <DocumentPane found={found} />
        </section>
        <section className={classes.work} aria-label="Work">
          <section {...part(classes.evidence, 'Evidence')}>
            <EvidencePane found={found} />
          </section>
          {/* Stays visible, however long the evidence is. */}
          <section {...part(classes.decision, 'Decision')}>
            <DecisionPane found={found} />
          </section>
        </section>
      </div>
      {compare !== undefined && compare !== found.business.customerId && (
        <Suspense>
          <Comparison found={found} otherId={compare} />
        </Suspense>
      )}
    </div>
  );
}

function Unknown() {
  return (
    <Box p="lg">
      <Page title="Package not found">
        <Empty title="No business has this id" action={<ButtonLink to="/search">Search</ButtonLink>}>
          Check the URL, or search for the business by name, reference or registration number.
        </Empty>
      </Page>
    </Box>
  );
}

/** Blockers, flags and the results of screening. */
function EvidencePane({ found }: { found: PackageRecord }) {
  return (
    <Stack gap="sm">
      <Blockers found={found} />
      <Flags found={found} />
      <Screening found={found} />
    </Stack>
  );
}
