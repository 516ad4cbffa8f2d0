// Explains why a process cannot listen on its port.

interface Ports {
  HOST: string;
  PORT: number;
  METRICS_PORT: number;
}

const REASONS: Record<string, string> = {
  EADDRINUSE: 'another process uses it. Choose a free port, or stop that process.',
  EACCES: 'this user may not use it. Choose a port above 1023.',
  EADDRNOTAVAIL: 'the address is not one of this machine. Correct HOST.',
};

/** Undefined if starting failed for another reason. */
export function explainListening(error: unknown, { HOST, PORT, METRICS_PORT }: Ports): string | undefined {
  if (!(error instanceof Error && 'syscall' in error && error.syscall === 'listen')) return undefined;
  if (!('code' in error && 'port' in error)) return undefined;
  const reason = REASONS[String(error.code)];
  if (reason === undefined) return undefined;
  if (error.code === 'EADDRINUSE' && PORT === METRICS_PORT)
    return `PORT and METRICS_PORT are both ${error.port}. Choose another port for one of them.`;
  const setting = error.port === METRICS_PORT ? 'METRICS_PORT' : 'PORT';
  return `Cannot listen on port ${error.port} of ${HOST} (${setting}): ${reason}`;
}
