export { bootstrapDatabase, type DatabaseUrls, urlFor } from './bootstrap.ts';
export { migrate } from './migrate.ts';
