import { siteConfig } from '../../packages/ui/build/site-config.ts';

export default siteConfig('portal');
