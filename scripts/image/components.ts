// Third-party content of the image: a CycloneDX list for scanners, and the licences with their texts for people.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const licenceShape = z.union([
  z.object({ license: z.union([z.object({ id: z.string() }), z.object({ name: z.string() })]) }),
  z.object({ expression: z.string() }),
]);
const componentShape = z.looseObject({
  'bom-ref': z.string(),
  name: z.string(),
  version: z.string(),
  purl: z.string(),
  licenses: z.array(licenceShape).optional(),
});
const billShape = z.looseObject({
  metadata: z.looseObject({ component: z.looseObject({ name: z.string() }) }),
  components: z.array(componentShape),
  dependencies: z.array(z.looseObject({ ref: z.string(), dependsOn: z.array(z.string()).default([]) })),
});

const lockShape = z.object({ packages: z.record(z.string(), z.object({ version: z.string().optional() })) });

export type Bill = z.infer<typeof billShape>;
type Component = Bill['components'][number];

/** The programs in the image; their dependencies are in it too. */
const PROGRAMS = ['api', 'identity', 'worker', 'ctl', 'portal', 'console'].map((app) => `@onboarding/${app}`);
/** pdfjs requires it outside a browser. It is installed, but not part of the image. */
const NOT_SHIPPED = '@napi-rs/canvas';

const nameOf = (ref: string) => ref.slice(0, ref.lastIndexOf('@'));
const isOurs = (name: string) => name.startsWith('@onboarding/');

/** The packages in the image, and Node itself. */
export function listComponents(): Bill {
  const options = { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 } as const;
  const bill = billShape.parse(JSON.parse(execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx'], options)));
  const shipped = findShipped(bill);
  bill.metadata.component.name = 'partner-business-onboarding';
  // Both are optional, and would differ between two builds of the same commit.
  delete bill.serialNumber;
  delete bill.metadata.timestamp;
  bill.components = [...bill.components.filter((component) => shipped.has(component['bom-ref'])), node()];
  bill.dependencies = bill.dependencies
    .filter(({ ref }) => shipped.has(ref))
    .map((line) => ({ ...line, dependsOn: line.dependsOn.filter((ref) => shipped.has(ref)) }));
  return bill;
}

/** npm's own `--omit=dev` also omits what the root needs for development and a program in production. */
function findShipped({ components, dependencies }: Bill): Set<string> {
  const graph = new Map(dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
  const shipped = new Set<string>();
  const add = (ref: string) => {
    if (shipped.has(ref) || nameOf(ref) === NOT_SHIPPED) return;
    shipped.add(ref);
    const needed = graph.get(ref) ?? [];
    for (const other of isOurs(nameOf(ref)) ? needed.filter(inProduction(nameOf(ref))) : needed) add(other);
  };
  for (const { 'bom-ref': ref } of components) if (PROGRAMS.includes(nameOf(ref))) add(ref);
  return shipped;
}

function inProduction(name: string): (ref: string) => boolean {
  const { dependencies = {} } = JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8'));
  return (ref) => Object.hasOwn(dependencies, nameOf(ref));
}

function node(): Component {
  const version = process.versions.node;
  return {
    'bom-ref': `node@${version}`,
    type: 'application',
    name: 'node',
    version,
    purl: `pkg:generic/node@${version}`,
    licenses: [{ license: { id: 'MIT' } }],
  };
}

/** A line for each third-party component, then the texts of their licences. Fails if a licence is unknown. */
export function writeLicences({ components }: Bill): string {
  const others = components.filter(({ purl }) => !purl.startsWith('pkg:npm/%40onboarding/'));
  const unknown = others.filter((one) => licenceOf(one) === '');
  if (unknown.length > 0)
    throw new Error(`No licence is known of ${unknown.map((one) => one['bom-ref']).join(', ')}: replace them`);
  const lines = others.map((one) => `${one['bom-ref']}: ${licenceOf(one)}`).sort();
  const folders = findFolders();
  const texts = others.flatMap(({ 'bom-ref': ref }) => {
    const text = licenceText(folders.get(ref));
    return text === '' ? [] : [`${'='.repeat(80)}\n${ref}\n\n${text}`];
  });
  return `${lines.join('\n')}\n\n${texts.join('\n')}`;
}

function licenceOf({ licenses = [] }: Component): string {
  return licenses
    .map((one) => ('expression' in one ? one.expression : 'id' in one.license ? one.license.id : one.license.name))
    .join(' AND ');
}

/** The folders of installed packages, by name and version. */
function findFolders(): Map<string, string> {
  const { packages } = lockShape.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')));
  return new Map(
    Object.entries(packages).map(([path, { version }]) => [`${path.split('node_modules/').at(-1)}@${version}`, path]),
  );
}

function licenceText(folder: string | undefined): string {
  if (folder === undefined || !existsSync(folder)) return '';
  const files = readdirSync(folder).filter((name) => /^(licen[cs]e|notice|copying)(\.|-|$)/i.test(name));
  return files.map((name) => `${readFileSync(join(folder, name), 'utf8').trimEnd()}\n`).join('\n');
}
