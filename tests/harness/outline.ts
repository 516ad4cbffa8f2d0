// What a person perceives of static markup: names of headings, buttons and links, facts, rows of tables, and all text.

export interface Outline {
  headings: string[];
  /** A disabled one ends with " (disabled)". */
  buttons: string[];
  /** Name and address of each link. */
  links: string[];
  facts: Record<string, string>;
  /** The cells of each row, without the headers. */
  rows: string[][];
  columns: string[];
  /** Label and value of each field; the chosen option of a select. */
  fields: Record<string, string>;
  alerts: string[];
  text: string;
}

interface Element {
  tag: string;
  attributes: Record<string, string>;
  children: (Element | string)[];
}

const VOID = new Set(['br', 'hr', 'img', 'input', 'link', 'meta', 'col', 'source', 'wbr']);
const UNSEEN = new Set(['style', 'script', 'svg', 'template']);
const BLOCKS = /^(div|p|li|ul|ol|td|th|tr|dt|dd|h[1-6]|section|button|label|option|br|figure|footer|header|nav)$/;

export function outlineOf(markup: string): Outline {
  const root = treeOf(markup);
  const all = (which: (element: Element) => boolean) => elementsIn(root).filter(which);
  const labels = new Map(all(({ tag }) => tag === 'label').map((one) => [one.attributes.for, textOf(one)]));
  const labelOf = ({ attributes }: Element) => attributes['aria-label'] ?? labels.get(attributes.id ?? '') ?? '';
  return {
    headings: all(({ tag }) => /^h[1-6]$/.test(tag)).map(textOf),
    buttons: all((one) => one.tag === 'button' || roleOf(one) === 'button').map(
      (one) => nameOf(one) + ('disabled' in one.attributes ? ' (disabled)' : ''),
    ),
    links: all(({ tag, attributes }) => tag === 'a' && 'href' in attributes).map(
      (one) => `${nameOf(one)} → ${one.attributes.href}`,
    ),
    facts: Object.fromEntries(
      all(({ tag }) => tag === 'dt').map((term) => [
        textOf(term),
        textOf(all(({ children }) => children.includes(term))[0]?.children.at(-1) ?? ''),
      ]),
    ),
    columns: all((one) => roleOf(one) === 'columnheader').map(textOf),
    rows: all(({ tag }) => tag === 'tr')
      .map((row) => row.children.filter((cell) => typeof cell !== 'string' && cell.tag === 'td').map(textOf))
      .filter((cells) => cells.length > 0),
    fields: Object.fromEntries(all(isField).map((one) => [labelOf(one), enteredIn(one)])),
    alerts: all((one) => roleOf(one) === 'alert').map(textOf),
    text: textOf(root),
  };
}

const roleOf = ({ attributes }: Element) => attributes.role;
const nameOf = (one: Element) => one.attributes['aria-label'] ?? textOf(one);

const isField = ({ tag, attributes }: Element) =>
  ['input', 'select', 'textarea'].includes(tag) && attributes.type !== 'hidden';

function enteredIn(field: Element): string {
  const { type, value = '' } = field.attributes;
  if (type === 'checkbox' || type === 'radio') return 'checked' in field.attributes ? 'checked' : 'not checked';
  if (field.tag === 'textarea') return textOf(field);
  const chosen = elementsIn(field).find(({ tag, attributes }) => tag === 'option' && 'selected' in attributes);
  return chosen === undefined ? value : textOf(chosen);
}

function elementsIn(one: Element): Element[] {
  return one.children.flatMap((child) => (typeof child === 'string' ? [] : [child, ...elementsIn(child)]));
}

function textOf(one: Element | string): string {
  return rawTextOf(one).replaceAll(/\s+/g, ' ').trim();
}

function rawTextOf(one: Element | string): string {
  if (typeof one === 'string') return one;
  // The words depend on the reader's time zone and language.
  if (one.tag === 'time') return one.attributes.dateTime ?? '';
  const inner = one.children.map(rawTextOf).join('');
  return BLOCKS.test(one.tag) ? ` ${inner} ` : inner;
}

/** React's markup is well formed, so a parser for it is short. */
function treeOf(markup: string): Element {
  const root: Element = { tag: 'root', attributes: {}, children: [] };
  const open = [root];
  for (const [, closing, tag = '', attributes = '', text] of markup.matchAll(
    /<(\/?)([a-z][\w-]*)((?:\s+[\w:-]+(?:="[^"]*")?)*)\s*\/?>|([^<]+)/gi,
  )) {
    const parent = open.at(-1) ?? root;
    if (text !== undefined) parent.children.push(decoded(text));
    else if (closing === '/') open.pop();
    else {
      const element = { tag, attributes: attributesOf(attributes), children: [] };
      if (!isUnseen(element)) parent.children.push(element);
      if (!VOID.has(tag)) open.push(element);
    }
  }
  return root;
}

const isUnseen = ({ tag, attributes }: Element) => UNSEEN.has(tag) || attributes['aria-hidden'] === 'true';

const attributesOf = (written: string) =>
  Object.fromEntries(
    [...written.matchAll(/([\w:-]+)(?:="([^"]*)")?/g)].map(([, name = '', value = '']) => [name, decoded(value)]),
  );

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };
const decoded = (text: string) => text.replaceAll(/&([\w#]+);/g, (whole, name: string) => ENTITIES[name] ?? whole);
