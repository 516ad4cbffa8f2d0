// The filters that the reader saved for a list: a menu beside the list's own filters, which opens, saves and manages them.
import { Button, Group, Menu, Stack, Text, TextInput } from '@mantine/core';
import type { SavedFilter, SavedFilters } from '@onboarding/contract';
import { type UseQueryResult, useMutation } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { ApiFailure } from '../api/index.ts';
import { Dialog } from '../dialog/index.ts';
import { IconBookmark } from '../icons/index.ts';
import { stringifySearch } from '../search/index.ts';
import { ActionFailure } from '../states/states.tsx';
import { type Change, deleting, isNewName, renaming, saving, savingProblem, toSaved } from './filter-rules.ts';

const NAME_LENGTH = 60;

interface Given {
  saved: UseQueryResult<SavedFilters, ApiFailure>;
  /** Fails with Session.FiltersChanged if the version is no longer the current one. */
  replace: (changed: SavedFilters) => Promise<unknown>;
}

/** `size`: that of the fields beside it. */
export function SavedFilterMenu({ saved, replace, size = 'sm' }: Given & { size?: 'xs' | 'sm' | undefined }) {
  const { history } = useRouter();
  const search = toSaved(useSearch({ strict: false }));
  const button = useRef<HTMLButtonElement>(null);
  const [dialog, setDialog] = useState<'save' | 'manage'>();
  // An older release of the API has no saved filters.
  if (saved.isError) return null;
  const filters = saved.data?.filters ?? [];
  const problem = savingProblem(search, filters.length);
  const close = () => {
    setDialog(undefined);
    // The dialog was opened from an item of the menu, which is gone, so it cannot return the focus itself.
    setTimeout(() => button.current?.focus());
  };
  // The page drops what it does not know.
  const open = (filter: SavedFilter) => history.push(`${window.location.pathname}${stringifySearch(filter.search)}`);
  return (
    <>
      <Menu position="bottom-end" width={260} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <Button
            ref={button}
            variant="subtle"
            size={size}
            px="sm"
            disabled={saved.data === undefined}
            leftSection={<IconBookmark size={16} aria-hidden />}
          >
            Saved
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah="60vh" style={{ overflowY: 'auto' }}>
          <Menu.Label>Your saved filters</Menu.Label>
          {filters.map((filter) => (
            <Menu.Item key={filter.name} onClick={() => open(filter)} style={{ overflowWrap: 'anywhere' }}>
              {filter.name}
            </Menu.Item>
          ))}
          {filters.length > 0 && <Menu.Divider />}
          <Menu.Item disabled={problem !== undefined} onClick={() => setDialog('save')}>
            Save this filter
          </Menu.Item>
          {problem !== undefined && (
            <Text size="xs" c="dimmed" px="sm" pb="xs">
              {problem}
            </Text>
          )}
          {filters.length > 0 && <Menu.Item onClick={() => setDialog('manage')}>Rename or delete</Menu.Item>}
        </Menu.Dropdown>
      </Menu>
      {dialog === 'save' && search !== undefined && (
        <SaveDialog saved={saved} replace={replace} search={search} onClose={close} />
      )}
      {dialog === 'manage' && <ManageDialog saved={saved} replace={replace} onClose={close} />}
    </>
  );
}

/** Applies a change to the current filters, even if they were changed in another browser meanwhile. */
function useChange({ saved, replace }: Given, onDone?: () => void) {
  return useMutation<void, ApiFailure, Change>({
    async mutationFn(change) {
      const apply = ({ version, filters }: SavedFilters) => replace({ version, filters: change(filters) });
      if (saved.data === undefined) return;
      try {
        await apply(saved.data);
      } catch (error) {
        if (!(error instanceof ApiFailure) || error.code !== 'Session.FiltersChanged') throw error;
        const { data } = await saved.refetch({ throwOnError: true });
        if (data !== undefined) await apply(data);
      }
    },
    onSuccess: () => onDone?.(),
  });
}

function SaveDialog({ search, onClose, ...given }: Given & { search: SavedFilter['search']; onClose: () => void }) {
  const [name, setName] = useState('');
  const change = useChange(given, onClose);
  const replaces = given.saved.data?.filters.some((one) => one.name === name.trim()) === true;
  return (
    <Dialog onClose={onClose} title="Save this filter">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== '') change.mutate(saving({ name: name.trim(), search }));
        }}
      >
        <Stack>
          <TextInput
            label="Name"
            description={
              replaces
                ? 'Replaces your saved filter of this name.'
                : 'Only you see it, in every browser in which you sign in.'
            }
            data-autofocus
            maxLength={NAME_LENGTH}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <ActionFailure error={change.error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" disabled={name.trim() === ''} loading={change.isPending}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

function ManageDialog({ onClose, ...given }: Given & { onClose: () => void }) {
  const change = useChange(given);
  const filters = given.saved.data?.filters ?? [];
  return (
    <Dialog onClose={onClose} title="Your saved filters">
      <Stack>
        {filters.length === 0 && <Text size="sm">You have no saved filters for this list.</Text>}
        {filters.map(({ name }) => (
          <SavedName key={name} name={name} filters={filters} isBusy={change.isPending} onChange={change.mutate} />
        ))}
        <ActionFailure error={change.error} />
        <Group justify="flex-end">
          <Button onClick={onClose}>Done</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

function SavedName({
  name,
  filters,
  isBusy,
  onChange,
}: {
  name: string;
  filters: readonly SavedFilter[];
  isBusy: boolean;
  onChange: (change: Change) => void;
}) {
  const [typed, setTyped] = useState(name);
  const isNew = isNewName(filters, name, typed);
  const isTaken = !isNew && typed.trim() !== '' && typed.trim() !== name;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isNew) onChange(renaming(name, typed.trim()));
      }}
    >
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <TextInput
          aria-label={`Name of ${name}`}
          flex={1}
          maxLength={NAME_LENGTH}
          value={typed}
          error={isTaken ? 'Another filter has this name' : undefined}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" px="sm" disabled={!isNew || isBusy} aria-label={`Rename ${name}`}>
          Rename
        </Button>
        <Button
          variant="default"
          px="sm"
          color="red"
          disabled={isBusy}
          aria-label={`Delete ${name}`}
          onClick={() => onChange(deleting(name))}
        >
          Delete
        </Button>
      </Group>
    </form>
  );
}
