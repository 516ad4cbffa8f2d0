// The pages of the two books, and their search, as readers use it.
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { type Book, sidebarOf } from '../../../apps/docs/build/navigation.ts';
import { until } from '../patience.ts';

interface Question {
  question: string;
  page: string;
}

/** The questions of a book's readers, each with the page that answers it. */
export function questionsOf(book: Book): Question[] {
  return (JSON.parse(readFileSync('apps/docs/questions.json', 'utf8')) as Record<Book, Question[]>)[book];
}

/** All pages of a book, except that one runbook and one decision stand for all of them: they are alike. */
export function pagesOf(book: Book): string[] {
  return Object.values(sidebarOf(book)).flatMap((chapters, at, all) => {
    const links = chapters.flatMap(({ items }) => items.map(({ link }) => link.slice(1)));
    return at === all.length - 1 ? links : links.slice(-1);
  });
}

export async function openSearch(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('searchbox', { name: 'Search' }).waitFor();
}

/** The pages found for a question, without duplicates, best first. */
export async function askSearch(page: Page, base: string, question: string): Promise<string[]> {
  const found = () =>
    page.evaluate<string[]>(`[...document.querySelectorAll('.VPLocalSearchBox .result')].map(({ href }) => href)`);
  const box = page.getByRole('searchbox');
  await box.fill('');
  await until(async () => (await found()).length === 0, 'the last answer is gone');
  await box.fill(question);
  await until(async () => (await found()).length > 0, `an answer to ${question}`);
  return [...new Set((await found()).map((href) => new URL(href).pathname.replace(base, '')))];
}

/** The questions for which the right page is not among the first three. */
export async function missedBy(page: Page, base: string, questions: readonly Question[]): Promise<string[]> {
  const missed: string[] = [];
  for (const { question, page: right } of questions) {
    const pages = await askSearch(page, base, question);
    if (!pages.slice(0, 3).includes(right)) missed.push(`${question}: ${right} is not in ${pages.slice(0, 5)}`);
  }
  return missed;
}
