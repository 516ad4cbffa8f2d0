export { docsConfig as default } from '../build/config.ts';
