import { siteConfig } from '../../packages/ui/build/site-config.ts';
import { pdfFiles } from './build/pdf-files.ts';

const site = siteConfig('console');

export default {
  ...site,
  plugins: [...(site.plugins ?? []), pdfFiles()],
  // The reader of documents loads its decoders while it runs.
  worker: { format: 'es' as const },
};
