// Messages about a document that cannot be shown, or perhaps not in full.
import { Unreadable } from './paper.ts';

interface BarWords {
  title: string;
  words: string[];
}

export function failedWords(error: Error): BarWords {
  if (error instanceof Unreadable) return { title: error.title, words: [error.message] };
  return { title: 'This document could not be shown', words: [error.message, 'Open it again, or reload the page.'] };
}

/** A broken file may cause thousands of similar warnings. */
export function incompleteWords([first = '', ...more]: readonly string[]): BarWords {
  return {
    title: 'This document may not be shown in full',
    words: [
      'Content that seems to be missing may only be hidden. If you need it, request changes with the reason “Unreadable”.',
      `The PDF reader reports: ${first}${more.length > 0 ? ` (and ${more.length} more)` : ''}`,
    ],
  };
}
