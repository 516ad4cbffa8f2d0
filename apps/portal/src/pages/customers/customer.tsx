import { Alert, Group, Stack, Tabs } from '@mantine/core';
import { ApiFailure } from '@onboarding/ui/api';
import { ButtonLink, Page } from '@onboarding/ui/shell';
import { Empty, Loaded } from '@onboarding/ui/states';
import { Copied, FactsLoading, StatusBadge, When } from '@onboarding/ui/values';
import { getRouteApi } from '@tanstack/react-router';
import { useCall } from '../../api/client.ts';
import { Documents } from './documents.tsx';
import { Overview } from './overview.tsx';
import { People } from './people.tsx';
import { CUSTOMER_TABS } from './search.ts';
import { Timeline } from './timeline.tsx';
import { WhatIsAsked } from './what-is-asked.tsx';

const route = getRouteApi('/frame/customers/$customerId');

export function Customer() {
  const { customerId } = route.useParams();
  const { tab = 'overview' } = route.useSearch();
  const navigate = route.useNavigate();
  const record = useCall('readCustomer', { params: { customerId } });
  const review = useCall('readCustomerVerification', { params: { customerId } });
  if (record.error instanceof ApiFailure && record.error.code === 'Customer.NotFound') return <Unknown />;
  const choose = (chosen: string | null) =>
    void navigate({ search: { tab: CUSTOMER_TABS.find((one) => one === chosen) } });
  return (
    <Page
      title={record.data?.companyName ?? 'Customer'}
      about={
        record.data !== undefined && (
          <Group gap="sm" mt={6}>
            <StatusBadge status={record.data.verificationStatus} />
            {review.data !== undefined && (
              <span>
                since <When at={review.data.statusChangedAt} />
              </span>
            )}
            <Copied text={record.data.partnerCustomerId} what="your reference" />
          </Group>
        )
      }
      actions={
        <ButtonLink to="/customers" variant="default">
          All customers
        </ButtonLink>
      }
    >
      <Loaded query={record} skeleton={<FactsLoading framed lines={12} />}>
        {(customer) => (
          <Stack gap="lg">
            {customer.erasedAt !== null && (
              <Alert color="neutral" title="This customer’s data was erased">
                Erased on <When at={customer.erasedAt} day />. Everything that identified or described the customer is
                gone; its ids and audit trail remain.
              </Alert>
            )}
            <Tabs value={tab} onChange={choose} keepMounted={false}>
              <Tabs.List>
                <Tabs.Tab value="overview">Overview</Tabs.Tab>
                <Tabs.Tab value="people">People ({customer.businessPersonList.length})</Tabs.Tab>
                <Tabs.Tab value="documents">Documents ({customer.documents.length})</Tabs.Tab>
                <Tabs.Tab value="timeline">Timeline</Tabs.Tab>
              </Tabs.List>
              <Tabs.Panel value="overview" pt="md">
                <Stack gap="lg">
                  {review.data !== undefined && <WhatIsAsked record={customer} review={review.data} />}
                  <Overview record={customer} review={review} />
                </Stack>
              </Tabs.Panel>
              <Tabs.Panel value="people" pt="md">
                <People people={customer.businessPersonList} />
              </Tabs.Panel>
              <Tabs.Panel value="documents" pt="md">
                <Documents record={customer} reasons={review.data?.reasons ?? []} />
              </Tabs.Panel>
              <Tabs.Panel value="timeline" pt="md">
                <Timeline record={customer} />
              </Tabs.Panel>
            </Tabs>
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

function Unknown() {
  return (
    <Page title="Customer not found">
      <Empty
        title="None of your customers has this id"
        action={<ButtonLink to="/customers">See all customers</ButtonLink>}
      >
        Check the id in the URL, or search by name, reference or registration number.
      </Empty>
    </Page>
  );
}
