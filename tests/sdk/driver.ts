// What the host says to a driver, and what it hears. The README has the protocol.

export interface Command {
  command: string;
  [field: string]: unknown;
}

export interface Reply {
  value?: unknown;
  error?: { class: string; message: string; [field: string]: unknown };
  answer?: unknown;
  progress?: unknown;
  elapsedMs?: number;
}

export interface Driver {
  send(command: Command): Promise<Reply>;
  close(): Promise<void>;
}
