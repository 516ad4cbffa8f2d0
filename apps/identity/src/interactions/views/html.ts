// Markup that escapes by default: values in a template are text, unless they are markup themselves.
import { escapeHtml } from '@onboarding/platform/html';

const MARKUP = Symbol('markup');

export interface Html {
  readonly [MARKUP]: string;
}

export type Content = Html | string | number | undefined | false | readonly Content[];

export function html(pieces: TemplateStringsArray, ...contents: Content[]): Html {
  const parts = pieces.map((piece, index) => piece + rendered(contents[index]));
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
  if (typeof content === 'string') return escapeHtml(content);
  if (typeof content === 'number') return String(content);
  if (MARKUP in content) return content[MARKUP];
  return content.map(rendered).join('');
}
