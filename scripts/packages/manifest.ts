// The package.json of a published package. Version, licence and repository are defined once, in the root's package.json.
import { readFile } from 'node:fs/promises';

interface Common {
  version: string;
  license: string;
  repository: { type: string; url: string };
}

interface Described {
  name: string;
  description: string;
  keywords?: string[];
}

const readJson = async <T>(path: string): Promise<T> => JSON.parse(await readFile(path, 'utf8'));

export const readCommon = () => readJson<Common>('package.json');

/** The oldest Node that partners may use; the service itself needs a newer one. The CLI colours its output with `styleText`. */
export const PARTNERS_NODE = { sdk: '>=20', cli: '>=20.12' };

/** The package.json of a package as partners get it: common fields and its own. */
export async function manifestOf(folder: string, version: string, own: Record<string, unknown>): Promise<string> {
  const [common, { name, description, keywords }] = await Promise.all([
    readCommon(),
    readJson<Described>(`${folder}/package.json`),
  ]);
  const manifest = {
    name,
    version,
    description,
    ...(keywords === undefined ? {} : { keywords }),
    license: common.license,
    repository: { ...common.repository, directory: folder },
    type: 'module',
    ...own,
    // Lets users verify from which sources and which build it was published.
    publishConfig: { access: 'public', provenance: true },
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
