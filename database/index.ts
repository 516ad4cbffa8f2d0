export { bootstrapDatabase, type DatabaseUrls, type RolePasswords, urlFor } from './bootstrap.ts';
export { migrate } from './migrate.ts';
