/** A setting is missing or invalid. The message lists every such setting, one per line. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}
