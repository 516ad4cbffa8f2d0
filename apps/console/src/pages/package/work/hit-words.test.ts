import { expect, test } from 'vitest';
import { similarWords, topicWords, valueWords } from './hit-words.ts';

test('shows countries by name and other values unchanged', () => {
  expect(valueWords('Country', ['NGA', 'GBR'])).toBe('Nigeria, United Kingdom');
  expect(valueWords('Name', ['NGA', 'GBR'])).toBe('NGA, GBR');
  expect(valueWords('Country', [])).toBe('–');
});

test("shows an unknown topic under the provider's name", () => {
  expect(['sanction', 'role.pep', 'poi'].map(topicWords)).toEqual(['Sanctioned', 'Politically exposed', 'poi']);
});

test('rounds a score to a whole percentage', () => {
  expect([0, 0.874, 0.876, 1].map(similarWords)).toEqual(['0% similar', '87% similar', '88% similar', '100% similar']);
});
