import { expect, test } from 'vitest';
import { type Content, html, markupOf, trustedMarkup } from './html.ts';

test.each<[string, Content, string]>([
  ['text', `<b title="x" id='y'>&`, '&lt;b title=&quot;x&quot; id=&#39;y&#39;&gt;&amp;'],
  ['a number', 0, '0'],
  ['markup', html`<b>${'<'}</b>`, '<b>&lt;</b>'],
  ['trusted markup', trustedMarkup('<svg></svg>'), '<svg></svg>'],
  ['a list of both', ['<', html`<br>`, ['>']], '&lt;<br>&gt;'],
  ['nothing', undefined, ''],
  ['false', false, ''],
  ['an empty list', [], ''],
])('renders %s in a template', (_, content, written) => {
  expect(markupOf(html`<p>${content}</p>`)).toBe(`<p>${written}</p>`);
});

test('renders a template without values unchanged', () => {
  expect(markupOf(html`<p>&amp;</p>`)).toBe('<p>&amp;</p>');
});
