// Finds a business by name, reference or registration number, for the filter of the history. An id can be pasted too.
import { Select } from '@mantine/core';
import { isSearch, useSearchText } from '@onboarding/ui/fields';
import { useState } from 'react';
import { useCall } from '../../api/client.ts';
import { businessOptions, pastedId } from './business-options.ts';

export function BusinessField({
  value,
  onChange,
}: {
  value: string | undefined;
  onChange: (customerId: string | undefined) => void;
}) {
  const [q, setQ] = useState('');
  const search = useSearchText(q, setQ);
  const found = useCall('listCustomers', { query: { q, limit: 10 } }, { enabled: isSearch(q), keep: true });
  const chosen = useCall('readCustomer', { params: { customerId: value ?? '' } }, { enabled: value !== undefined });
  const options = businessOptions(isSearch(q) ? found.data?.items : [], value, chosen.data?.companyName);
  return (
    <Select
      label="Customer"
      placeholder="Name or reference"
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Clear customer' }}
      w={240}
      maw="100%"
      data={options}
      filter={({ options: all }) => all}
      value={value ?? null}
      searchValue={search.text}
      onSearchChange={(text) => {
        search.type(text);
        const id = pastedId(text);
        if (id !== undefined) onChange(id);
      }}
      onChange={(id) => onChange(id ?? undefined)}
      nothingFoundMessage={
        isSearch(q) && found.data !== undefined ? 'No customer matches' : 'Type the beginning of a word'
      }
    />
  );
}
