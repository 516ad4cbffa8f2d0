// Listens for the keys of the page and lists them. All except chords can be turned off (WCAG 2.1.4), because people who use
// speech input, or type without looking, would trigger them by accident.
import { Menu, Modal, Stack, Switch, Table, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { createContext, type ReactNode, useContext, useLayoutEffect, useSyncExternalStore } from 'react';
import { type Binding, liveBindings, useKey, watchBindings } from './bindings.ts';
import { answerTo, type Begun, isListenedTo, isTaken, keyOf, mapOf } from './key-rules.ts';
import { Keys, useKeysOn } from './key-tip.tsx';

const Opening = createContext<() => void>(() => {});

/** Wraps the frame of a site whose pages have keys. */
export function Keyboard({ children }: { children: ReactNode }) {
  const [on, setOn] = useKeysOn();
  const [opened, { open, close }] = useDisclosure(false);
  useKey('?', open, 'Show keyboard shortcuts', { everywhere: true });
  useLayoutEffect(() => listen(on), [on]);
  return (
    <Opening value={open}>
      {children}
      <Modal opened={opened} onClose={close} title="Keyboard shortcuts" size="lg">
        <Stack>
          <Switch
            checked={on}
            onChange={({ currentTarget }) => setOn(currentTarget.checked)}
            label="Use keyboard shortcuts"
            description="They are ignored while you type. When this is off, only shortcuts with Ctrl work."
          />
          <KeyMap />
        </Stack>
      </Modal>
    </Opening>
  );
}

/** Opens the map, also for people who have turned the keys off. */
export const useShowKeys = () => useContext(Opening);

export function KeysMenuItem() {
  return <Menu.Item onClick={useShowKeys()}>Keyboard shortcuts</Menu.Item>;
}

const useKeyMap = () => mapOf(useSyncExternalStore(watchBindings, liveBindings));

/** The keys of the current page. */
export const useKeysHere = (): readonly Binding[] => useKeyMap().here;

function KeyMap() {
  const { here, everywhere } = useKeyMap();
  return (
    <>
      {here.length > 0 && <KeyTable title="On this page" bindings={here} />}
      <KeyTable title="Everywhere" bindings={everywhere} />
    </>
  );
}

function KeyTable({ title, bindings }: { title: string; bindings: readonly Binding[] }) {
  return (
    <section>
      <Title order={3} size="h5" mb={4}>
        {title}
      </Title>
      <Table aria-label={title} verticalSpacing={4}>
        <Table.Tbody>
          {bindings.map(({ keys, words }) => (
            <Table.Tr key={keys}>
              <Table.Td w={140}>
                <Keys keys={keys} />
              </Table.Td>
              <Table.Td>
                <Text size="sm">{words}</Text>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}

/** Returns a function that stops listening. */
function listen(on: boolean): () => void {
  let begun: Begun | undefined;
  const onPress = (event: KeyboardEvent) => {
    const key = keyOf(event);
    if (key === undefined || event.defaultPrevented || isTaken(key, event.target)) return;
    if (!isListenedTo(key, on)) return;
    const answer = answerTo({ key, at: event.timeStamp, isRepeat: event.repeat }, liveBindings(), begun);
    begun = answer.begun;
    if (answer.found === undefined) return;
    // Otherwise the "/" that opens the search would be typed into it.
    event.preventDefault();
    answer.found.run();
  };
  window.addEventListener('keydown', onPress);
  return () => window.removeEventListener('keydown', onPress);
}
