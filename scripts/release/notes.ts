// What operators have to know before they upgrade to a version, from its section of the changelog. Pure.
import { ReleaseRefused } from './plan.ts';

/** Written by people, below the heading of the version. */
const UPGRADING = 'Upgrading';
const FOR_OPERATORS = 'For operators';

export function upgradeNotes(changelog: string, version: string): string {
  const section = partOf(changelog.split(/^## /m), `[${version}]`);
  const parts = section.split(/^### /m);
  const steps = textOf(partOf(parts, UPGRADING));
  if (steps === '') {
    throw new ReleaseRefused(
      `CHANGELOG.md does not say how to upgrade to ${version}: below its heading, add "### ${UPGRADING}" with the steps, or with "Nothing to do."`,
    );
  }
  const days = parts.filter((part) => /^\d{4}-/.test(part)).flatMap(operatorsPart);
  const changes = days.length === 0 ? '' : `\n## Changes for operators\n\n${days.join('\n')}`;
  const links = 'Links lead into the documentation in the unpacked archive of the programs.';
  return toBuiltPages(`# Upgrade to ${version}\n\n${links}\n\n${steps}\n${changes}`);
}

function operatorsPart(day: string): string[] {
  const text = textOf(partOf(day.split(/^#### /m), FOR_OPERATORS));
  return text === '' ? [] : [`### ${day.slice(0, day.indexOf('\n'))}\n\n${text}\n`];
}

const partOf = (parts: readonly string[], heading: string) => parts.find((part) => part.startsWith(heading)) ?? '';

/** Without its heading. */
const textOf = (part: string) => part.slice(part.indexOf('\n') + 1).trim();

/** The archive contains the documentation as a site. */
const toBuiltPages = (text: string) =>
  text.replaceAll(/\]\(docs\/([^)#]+)\.md(#[^)]*)?\)/g, (_whole, page: string, anchor = '') => {
    const built = page.replace(/(^|\/)README$/, '$1index');
    return `](.build/sites/docs/${built}.html${anchor})`;
  });
