import { expect, test } from 'vitest';
import { escapeHtml } from './index.ts';

test('escapes every occurrence of characters with a meaning in markup or quoted attributes', () => {
  expect(escapeHtml(`<a href="x" title='y'>&</a><`)).toBe(
    '&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;&lt;/a&gt;&lt;',
  );
  expect(escapeHtml('&amp;')).toBe('&amp;amp;');
  expect(escapeHtml('Zażółć, 東京 / 50 %')).toBe('Zażółć, 東京 / 50 %');
});
