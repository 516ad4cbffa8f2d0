// Markup that escapes by default: values in a template are text, unless they are markup themselves.

const MARKUP = Symbol('markup');

export interface Html {
  readonly [MARKUP]: string;
}

export type Content = Html | string | number | undefined | false | readonly Content[];

export function html(pieces: TemplateStringsArray, ...contents: Content[]): Html {
  const parts = pieces.map((piece, index) => piece + (index < contents.length ? rendered(contents[index]) : ''));
  return { [MARKUP]: parts.join('') };
}

/** Only for markup of our own, or that a library produced from escaped values. */
export function trustedMarkup(markup: string): Html {
  return { [MARKUP]: markup };
}

export function markupOf(content: Html): string {
  return content[MARKUP];
}

function rendered(content: Content): string {
  if (content === undefined || content === false) return '';
  if (typeof content === 'string') return escaped(content);
  if (typeof content === 'number') return String(content);
  if (MARKUP in content) return content[MARKUP];
  return content.map(rendered).join('');
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
}
