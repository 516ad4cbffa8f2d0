// The contents of the command palette: a field, and what it finds in groups. The field keeps the focus; the arrow keys move over
// the results (a combobox with a list, as in the ARIA practices).
import { CloseButton, Text, TextInput } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import type { ApiFailure } from '../api/index.ts';
import { isSearch, useSearchText } from '../fields/fields.tsx';
import { IconSearch } from '../icons/index.ts';
import { Keys } from '../keys/index.ts';
import { recentVisits, type Visit } from '../palette/index.ts';
import { FailedPart } from '../states/states.tsx';
import classes from './finder.module.css';
import {
  activeOf,
  type Entry,
  type EntryGroup,
  entryAfter,
  type Kinds,
  recentOf,
  statusWords,
  withoutEmpty,
} from './finder-rules.ts';

/** The text of the field, and the text to search for: that of the last pause. */
export function useTyped(start: string) {
  const [q, setQ] = useState(start);
  const { text, type } = useSearchText(q, setQ);
  return { text, type, q, isSearched: isSearch(q) && isSearch(text), isCurrent: q === text.trim() };
}

export function useRecent(kinds: Kinds): (Visit & { kind: string })[] {
  const current = useRouterState({ select: ({ location }) => location.pathname });
  return recentOf(recentVisits(), kinds, current);
}

export function Finder<T>({
  typed,
  groups,
  search,
  searched,
  onClose,
  children,
}: {
  typed: ReturnType<typeof useTyped>;
  groups: readonly EntryGroup[];
  /** The call that searches for the text. */
  search: UseQueryResult<T, ApiFailure>;
  /** What it searches: "customers". */
  searched: string;
  onClose: (then?: () => void) => void;
  /** How an action that keeps the palette open has ended. */
  children?: ReactNode;
}) {
  const { text, type, isSearched, isCurrent } = typed;
  const id = useId();
  const [chosen, choose] = useState<string>();
  const shown = withoutEmpty(groups);
  const entries = shown.flatMap((group) => group.entries);
  const ids = entries.map((entry) => entry.id);
  const active = activeOf(ids, chosen);
  const isPending = isSearched && (!isCurrent || search.isFetching);
  const idOf = (entry: string) => `${id}-${entry}`;
  const list = useScrolledTo(active === undefined ? undefined : idOf(active));

  const run = (entry: Entry) => (entry.stays === true ? entry.run() : onClose(entry.run));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const found = entries.find((one) => one.id === active);
    if (event.key === 'ArrowDown') choose(entryAfter(ids, active, 1));
    else if (event.key === 'ArrowUp') choose(entryAfter(ids, active, -1));
    else if (event.key === 'Enter' && found !== undefined) run(found);
    else if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)) onClose();
    else return;
    event.preventDefault();
  };

  return (
    <>
      <TextInput
        ref={useFocused()}
        size="md"
        variant="unstyled"
        className={classes.field ?? ''}
        leftSection={<IconSearch size={18} aria-hidden />}
        rightSection={<CloseButton aria-label="Close" onClick={() => onClose()} />}
        role="combobox"
        aria-label="Search"
        aria-autocomplete="list"
        aria-expanded={entries.length > 0}
        aria-controls={entries.length > 0 ? id : undefined}
        aria-activedescendant={active === undefined ? undefined : idOf(active)}
        placeholder={`Pages, actions, ${searched}`}
        maxLength={100}
        spellCheck={false}
        autoComplete="off"
        value={text}
        onChange={(event) => {
          choose(undefined);
          type(event.currentTarget.value);
        }}
        onKeyDown={onKeyDown}
      />
      {entries.length > 0 && (
        <div ref={list} id={id} role="listbox" aria-label="Results" className={classes.list}>
          {shown.map(({ title, entries: of }, at) => (
            // biome-ignore lint/a11y/useSemanticElements: a group of options, which no element has.
            <div key={title} role="group" aria-labelledby={`${id}-group-${at}`}>
              <div id={`${id}-group-${at}`} role="presentation" className={classes.group}>
                {title}
              </div>
              {of.map((entry) => (
                <Option
                  key={entry.id}
                  id={idOf(entry.id)}
                  entry={entry}
                  isActive={entry.id === active}
                  onPoint={() => choose(entry.id)}
                  onChoose={() => run(entry)}
                />
              ))}
            </div>
          ))}
        </div>
      )}
      <div className={classes.foot}>
        {isSearched && <FailedPart query={search} what="The results" />}
        {children}
        <Text size="xs" c="dimmed" role="status">
          {isSearched && search.isError && entries.length === 0
            ? ''
            : statusWords({ text, isPending, count: entries.length }, searched)}
        </Text>
      </div>
    </>
  );
}

function Option({
  id,
  entry: { label, detail, keys },
  isActive,
  onPoint,
  onChoose,
}: {
  id: string;
  entry: Entry;
  isActive: boolean;
  onPoint: () => void;
  onChoose: () => void;
}) {
  return (
    // The keys are handled by the field, which keeps the focus.
    // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: as above.
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      className={classes.option}
      onPointerMove={isActive ? undefined : onPoint}
      // Otherwise the field would lose the focus.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <span className={classes.label}>{label}</span>
      {detail !== undefined && <span className={classes.detail}>{detail}</span>}
      {keys !== undefined && (
        <span className={classes.keys}>
          <Keys keys={keys} />
        </span>
      )}
    </div>
  );
}

/** Focuses the field, with the cursor behind what was typed before it appeared. */
function useFocused() {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    field.current?.focus();
    field.current?.setSelectionRange(100, 100);
  }, []);
  return field;
}

/** Keeps the active option in view. */
function useScrolledTo(option: string | undefined) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (option !== undefined) document.getElementById(option)?.scrollIntoView({ block: 'nearest' });
  }, [option]);
  return list;
}
