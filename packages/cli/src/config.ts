export type Environment = Record<string, string | undefined>;

/** The only place that reads the environment of the process. */
export const environment = (): Environment => ({ ...process.env });
