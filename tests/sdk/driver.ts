// The messages between the host and a driver. The README describes the protocol.

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
