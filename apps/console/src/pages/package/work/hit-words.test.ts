import { expect, test } from 'vitest';
import { similarWords, topicWords, valueWords } from './hit-words.ts';

test('countries are compared by name, everything else as it was given', () => {
  expect(valueWords('Country', ['NGA', 'GBR'])).toBe('Nigeria, United Kingdom');
  expect(valueWords('Name', ['NGA', 'GBR'])).toBe('NGA, GBR');
  expect(valueWords('Country', [])).toBe('–');
});

test('a topic that we have no words for is shown as the provider calls it', () => {
  expect(['sanction', 'role.pep', 'poi'].map(topicWords)).toEqual(['Sanctioned', 'Politically exposed', 'poi']);
});

test('a score is rounded to whole percents', () => {
  expect([0, 0.874, 0.876, 1].map(similarWords)).toEqual(['0% similar', '87% similar', '88% similar', '100% similar']);
});
