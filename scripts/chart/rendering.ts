// The committed renderings of the Helm chart, and how to detect a stale one.
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const CHART = 'deploy/helm/onboarding';
const RENDERINGS = 'deploy/helm/renderings';
export const KINDS = ['minimal', 'typical', 'large'] as const;
export type Kind = (typeof KINDS)[number];

/** A link to the rules. Renderings omit them, so that a changed rule makes none of them stale. */
const RULES = 'files/rules.yml';
/** Not read by helm. */
const NOT_RENDERED = ['README.md', '.helmignore', RULES];

export const valuesFile = (kind: Kind): string => join(RENDERINGS, `${kind}.values.yaml`);
export const renderingFile = (kind: Kind): string => join(RENDERINGS, `${kind}.yaml`);

/** The first line of a rendering: identifies the chart and values it was made from. */
export function headOf(kind: Kind): string {
  const files = globSync('**/*', { cwd: CHART, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => path.slice(path.indexOf(CHART)))
    .filter((path) => !NOT_RENDERED.some((name) => path === join(CHART, name)));
  const hash = createHash('sha256');
  for (const path of [...files.sort(), valuesFile(kind)])
    hash.update(`${path}\0`).update(readFileSync(path)).update('\0');
  return `# Made by "npm run chart" from chart and values ${hash.digest('hex')}`;
}

/** Removes the alerting rules, which have their own tests. */
export function withoutRules(rendered: string): string {
  return rendered
    .split(/^---$/m)
    .map((part) =>
      /^kind: PrometheusRule$/m.test(part) ? part.replace(/^spec:\n[\s\S]*$/m, 'spec:\n  groups: []\n') : part,
    )
    .join('---');
}
