import { siteConfig } from '../../packages/ui/build/site-config.ts';
import { pdfFiles } from './build/pdf-files.ts';

const site = siteConfig('console');

export default {
  ...site,
  plugins: [...(site.plugins ?? []), pdfFiles()],
  // The PDF reader loads its decoders at runtime.
  worker: { format: 'es' as const },
};
