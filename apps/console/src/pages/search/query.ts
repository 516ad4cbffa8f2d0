// The query parameters of the search: words as the API accepts them, and a cursor.
import { searchOf, words } from '@onboarding/ui/search';

export const businessSearch = searchOf({
  q: (text) => (text.trim() === '' || text.length > 100 || /\p{C}/u.test(text) ? undefined : words(text)),
  cursor: (text) => (/^[\w-]{1,300}$/.test(text) ? text : undefined),
});
