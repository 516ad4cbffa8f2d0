import type { Binding } from './bindings.ts';

// Converts keyboard events to the intended keys.
const TYPING =
  'textarea, select, [contenteditable]:not([contenteditable="false"]), [role=combobox], [role=listbox], [role=menu]';
/** Inputs that take no text, so that letters can be used as keys there. */
const PUSHED = new Set(['checkbox', 'radio', 'button', 'submit', 'reset', 'file', 'range', 'color']);
/** Elements on which Enter already does something. */
const PRESSABLE = 'a[href], button, input, select, textarea, summary, [role=button], [role=tab], [role=menuitem]';
const MODIFIERS = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock']);

/** The letters that work with the control key: all others belong to the browser. */
const CHORD_LETTERS = new Set(['k']);

/** 'j', 'Enter', 'Ctrl+K' or 'Ctrl+Enter'; undefined for a modifier alone or a browser shortcut. */
export function keyOf(event: KeyboardEvent): string | undefined {
  if (event.isComposing || MODIFIERS.has(event.key)) return undefined;
  // Many keyboards type [ and ] with AltGr, which is reported as Ctrl and Alt.
  const written = event.getModifierState('AltGraph');
  const control = !written && (event.ctrlKey || event.metaKey);
  if (!written && event.altKey) return undefined;
  const isLetter = event.key.length === 1;
  // With caps lock on, j is still j.
  const key = isLetter && !event.shiftKey ? event.key.toLowerCase() : event.key;
  if (!control) return key;
  if (!isLetter) return `Ctrl+${key}`;
  // On a Mac, control and a letter edits the text of a field.
  const isOurs = CHORD_LETTERS.has(key) && (isMac() ? event.metaKey : event.ctrlKey);
  return isOurs ? `Ctrl+${key.toUpperCase()}` : undefined;
}

/** Whether the keyboard has a command key where others have control. */
export const isMac = (): boolean => /^(Mac|iP)/.test(navigator.platform);

export const isChord = (key: string) => key.startsWith('Ctrl+');

/** Whether the key belongs to the focused element, or to a dialog that covers the page. */
export function isTaken(key: string, target: EventTarget | null): boolean {
  if (document.querySelector('[aria-modal="true"]') !== null) return true;
  if (isChord(key) || !(target instanceof Element)) return false;
  if (key === 'Enter' && target.closest(PRESSABLE) !== null) return true;
  if (target instanceof HTMLInputElement) return !PUSHED.has(target.type);
  return target.closest(TYPING) !== null;
}

// Finds the binding of a pressed key, alone or as the second of a sequence.

/** Time limit for the second key of a sequence. */
const SEQUENCE_MS = 1_500;

/** The first key of a sequence, and when it was pressed. */
export interface Begun {
  key: string;
  at: number;
}

interface Press {
  key: string;
  at: number;
  /** Whether the key is held down. */
  isRepeat: boolean;
}

/** With keys turned off, chords still work. */
export const isListenedTo = (key: string, on: boolean): boolean => on || isChord(key);

/** The binding to run, or the sequence that starts; if two bindings have the same keys, the later one wins. */
export function answerTo<Live extends Pick<Binding, 'keys' | 'repeat'>>(
  { key, at, isRepeat }: Press,
  bindings: readonly Live[],
  begun: Begun | undefined,
): { found?: Live; begun?: Begun } {
  const before = begun !== undefined && at - begun.at < SEQUENCE_MS ? begun.key : undefined;
  const pressed = before === undefined ? key : `${before} ${key}`;
  const found = bindings.findLast(({ keys, repeat }) => keys === pressed && (repeat || !isRepeat));
  if (found !== undefined) return { found };
  const begins = before === undefined && bindings.some(({ keys }) => keys.startsWith(`${key} `));
  return begins ? { begun: { key, at } } : {};
}

type Shown = Pick<Binding, 'keys' | 'words' | 'everywhere'>;

/** The active keys, each once: if two bindings have the same keys, the later one wins. */
export function mapOf<T extends Shown>(bindings: readonly T[]): { here: T[]; everywhere: T[] } {
  const live = [...new Map(bindings.map((binding) => [binding.keys, binding])).values()];
  return {
    here: live.filter(({ everywhere }) => !everywhere),
    everywhere: live.filter(({ everywhere }) => everywhere),
  };
}
