import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';
import { siteConfig } from '../../packages/ui/build/site-config.ts';

// Files that the PDF reader loads only when a document needs them: image decoders, character maps and fonts that documents do not
// embed. It requests them by name, so their folder carries the version instead of a hash.

const manifest = createRequire(import.meta.url).resolve('pdfjs-dist/package.json');
const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };

/** By folder of the library. Decoders are in JavaScript because the site's policy blocks WebAssembly. */
const WANTED = {
  wasm: /_nowasm_fallback\.js$/,
  cmaps: /\.bcmap$/,
  standard_fonts: /\.(pfb|ttf)$/,
};

function pdfFiles(): Plugin {
  return {
    name: 'pdf-files',
    generateBundle() {
      for (const [folder, wanted] of Object.entries(WANTED)) {
        const from = join(dirname(manifest), folder);
        for (const name of readdirSync(from).filter((one) => wanted.test(one))) {
          const fileName = `assets/pdf-${version}/${folder}/${name}`;
          this.emitFile({ type: 'asset', fileName, source: readFileSync(join(from, name)) });
        }
      }
    },
  };
}

const site = siteConfig('console');

export default {
  ...site,
  plugins: [...(site.plugins ?? []), pdfFiles()],
  // The PDF reader loads its decoders at runtime.
  worker: { format: 'es' as const },
};
