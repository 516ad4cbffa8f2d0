// What a release says to people: to operators before they upgrade, and to those who publish it. Pure.
import { ReleaseRefused } from './plan.ts';

/** Written by people, below the heading of the version. */
const UPGRADING = 'Upgrading';
const FOR_OPERATORS = 'For operators';
const NEW = '**New installation: skip this page**, and continue with the [production guide](docs/production.md).';

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
  const changes = days.length === 0 ? '' : `\n## Appendix: changes for operators, by day\n\n${days.join('\n')}`;
  const links = 'Links lead into the documentation in the unpacked archive of the programs.';
  // Two levels deeper in the changelog.
  const raised = steps.replaceAll(/^####/gm, '##');
  return `# Upgrade to ${version}\n\n${NEW}\n\n${links}\n\n${raised}\n${changes}`;
}

function operatorsPart(day: string): string[] {
  const text = textOf(partOf(day.split(/^#### /m), FOR_OPERATORS));
  return text === '' ? [] : [`### ${day.slice(0, day.indexOf('\n'))}\n\n${text}\n`];
}

const partOf = (parts: readonly string[], heading: string) => parts.find((part) => part.startsWith(heading)) ?? '';

/** The text of a part, without its heading. */
const textOf = (part: string) => part.slice(part.indexOf('\n') + 1).trim();

// What is left to do for people with permission to publish.

interface Outcome {
  version: string;
  /** Paths of everything that was built. */
  files: readonly string[];
  tagged: boolean;
  signed: boolean;
  /** As in package.json. */
  repository: string;
}

export function describeNext({ version, files, tagged, signed, repository }: Outcome): string {
  const of = (pattern: RegExp) => files.filter((path) => pattern.test(path));
  const folder = `.build/release/${version}`;
  const build = tagged ? undefined : TAG_FIRST(version);
  const signature = signed ? undefined : UNSIGNED(version);
  const placeholder = repository.includes('.example')
    ? `First set "repository" in package.json: ${repository} is a placeholder, and npm compares it with the repository of the build.`
    : undefined;
  // The SDK first: the CLI depends on it.
  const packages = [...of(/onboarding-sdk-[^/]*\.tgz$/), ...of(/onboarding-cli-[^/]*\.tgz$/)];
  const commands = [
    'git push --follow-tags',
    ...packages.map((path) => `npm publish ${path}`),
    `twine upload ${of(/partner_onboarding_sdk[^/]*$/).join(' ')}`,
    `docker build --build-arg COMMIT=$(git rev-parse v${version}^{commit}) -t REGISTRY/onboarding:${version} -f Containerfile . && docker push REGISTRY/onboarding:${version}`,
  ];
  const publish = `Next steps, for people with permission to publish:

${commands.map((line) => `  ${line}`).join('\n')}

Then publish the folder ${folder}. docs/releases.md says how operators verify it. Publish the packages from a build service
that npm trusts, because they require provenance, and only if you own the scope @onboarding (npm org ls onboarding).`;
  return [build, signature, placeholder, publish].filter((part) => part !== undefined).join('\n\n');
}

const TAG_FIRST = (
  version: string,
) => `This is a rehearsal: nothing is committed, and the build says "-modified". To release, undo the changes, and let the
command commit and tag them (it does not push):

  git restore . && npm run release -- ${version} --tag --sign KEYFILE

Or commit and tag them yourself, and build from the tag:

  git commit -am "chore(release): ${version}" && git tag -a v${version} -m ${version}
  npm run release -- ${version} --sign KEYFILE`;

const UNSIGNED = (version: string) => `SHA256SUMS is not signed. Sign it where your Ed25519 key is:

  cd .build/release/${version} && openssl pkeyutl -sign -rawin -inkey KEYFILE -in SHA256SUMS -out SHA256SUMS.sig`;
