// What a release changes in the repository: the version in every manifest, and the changelog. Pure.

export interface Release {
  version: string;
  /** Such as 2026-11-16. */
  date: string;
}

export class ReleaseRefused extends Error {}

const SEMVER = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-([0-9a-z-]+(?:\.[0-9a-z-]+)*))?$/i;
const UNRELEASED = /^## \[(?<named>[^\]]+)\](?: - unreleased)?$/m;
const HEADINGS = /^## \[([^\]]+)\] - \d{4}-\d{2}-\d{2}$/gm;

/** The version in a package.json. The rest of the text is unchanged. */
export function withVersion(manifest: string, version: string): string {
  return manifest.replace(/^( {2}"version": ")[^"]*(")/m, `$1${version}$2`);
}

/** The versions of our own packages in package-lock.json, which are listed like all others. */
export function withLockedVersion(lock: string, version: string): string {
  const parsed: { version: string; packages: Record<string, { version?: string; link?: boolean }> } = JSON.parse(lock);
  parsed.version = version;
  for (const [place, entry] of Object.entries(parsed.packages)) {
    if (!place.includes('node_modules/') && entry.version !== undefined) entry.version = version;
  }
  return `${JSON.stringify(parsed, null, 2)}\n`;
}

/** The changelog with its unreleased section under the version and date, and a new empty one above. */
export function withDatedSection(changelog: string, { version, date }: Release): string {
  const heading = UNRELEASED.exec(changelog);
  if (heading === null) throw new ReleaseRefused('CHANGELOG.md has no section "## [Unreleased]": nothing to release.');
  const section = changelog.slice(heading.index + heading[0].length).split(/^## /m)[0] ?? '';
  if (section.trim() === '') throw new ReleaseRefused('The unreleased section of CHANGELOG.md is empty.');
  return changelog.replace(heading[0], () => `## [Unreleased]\n\n## [${version}] - ${date}`);
}

/** Refuses a version that is not semantic, or not above all released ones. */
export function refuseVersion(version: string, changelog: string): void {
  if (!SEMVER.test(version)) {
    throw new ReleaseRefused(
      `${version} is not a semantic version: write it as 1.2.3, or 1.2.3-rc.1 (https://semver.org).`,
    );
  }
  for (const [, released = ''] of changelog.matchAll(HEADINGS)) {
    if (compareVersions(version, released) <= 0) {
      throw new ReleaseRefused(`${released} was already released: ${version} must be higher.`);
    }
  }
}

/** By section 11 of semver.org: a release candidate comes before its release. */
export function compareVersions(one: string, other: string): number {
  const [a, b] = [one, other].map((version) => SEMVER.exec(version));
  for (const part of [1, 2, 3]) {
    const difference = Number(a?.[part]) - Number(b?.[part]);
    if (difference !== 0) return difference;
  }
  const [pre, otherPre] = [a?.[4], b?.[4]];
  if (pre === undefined || otherPre === undefined) return Number(pre === undefined) - Number(otherPre === undefined);
  return pre.localeCompare(otherPre, 'en', { numeric: true });
}

/** The tag of the highest version. git would sort a release candidate above its release. */
export const newestTag = (tags: readonly string[]): string | undefined =>
  tags
    .filter((tag) => tag.startsWith('v') && SEMVER.test(tag.slice(1)))
    .sort((one, other) => compareVersions(one.slice(1), other.slice(1)))
    .at(-1);

// The versions in the chart's manifest, Chart.yaml.

export const chartVersion = (manifest: string): string => /^version: (\S+)$/m.exec(manifest)?.[1] ?? '';

export const withAppVersion = (manifest: string, version: string): string =>
  manifest.replace(/^appVersion: .*$/m, `appVersion: ${version}`);

/** Two archives with the same name must not differ, and every release has its own image. */
export function refuseSameChart(manifest: string, last: { tag: string; manifest: string } | undefined): void {
  const version = chartVersion(manifest);
  if (last === undefined || version !== chartVersion(last.manifest)) return;
  throw new ReleaseRefused(
    `The chart is still version ${version}, as in ${last.tag}: set a higher one in its Chart.yaml, and run npm run chart.`,
  );
}
