// Sends records of our logs to a security system: appended to a file, or to an OpenTelemetry collector.
import { type FileHandle, open } from 'node:fs/promises';

export type LogStreamSettings =
  | { kind: 'file'; path: string }
  /** `url` of a collector's logs, such as https://collector:4318/v1/logs. */
  | { kind: 'otlp'; url: string; token?: string | undefined };

export interface LogStream {
  /** Returns once all records are stored there. */
  send(records: readonly LogRecord[]): Promise<void>;
}

interface LogRecord {
  /** Which log it comes from. */
  log: string;
  /** ISO 8601. */
  at: string;
  [field: string]: unknown;
}

export function openLogStream(settings: LogStreamSettings): LogStream {
  return settings.kind === 'file' ? fileStream(settings.path) : otlpStream(settings);
}

/** One JSON object per line. The file is opened each time, so that it can be rotated. */
function fileStream(path: string): LogStream {
  return {
    async send(records) {
      const file = await open(path, 'a+', 0o640);
      try {
        // A full disk or a crash may have left a partial line; its record is sent again.
        const start = (await endsInLine(file)) ? '' : '\n';
        // Unlike write, this fails unless everything was written.
        await file.appendFile(start + records.map((record) => `${JSON.stringify(record)}\n`).join(''));
        await file.sync();
      } finally {
        await file.close();
      }
    },
  };
}

const NEWLINE = 0x0a;

async function endsInLine(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat();
  if (size === 0) return true;
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer[0] === NEWLINE;
}

const SEND_MS = 20_000;

function otlpStream({ url, token }: Extract<LogStreamSettings, { kind: 'otlp' }>): LogStream {
  const headers = {
    'content-type': 'application/json',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
  return {
    async send(records) {
      const answer = await fetch(url, {
        method: 'POST',
        headers,
        body: JSON.stringify(toOtlp(records)),
        redirect: 'error',
        signal: AbortSignal.timeout(SEND_MS),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`The collector answered ${answer.status}: ${text.slice(0, 200)}`);
    },
  };
}

const SEVERITY_INFO = 9;

/** See https://opentelemetry.io/docs/specs/otlp/: JSON with integers of 64 bits as strings. */
function toOtlp(records: readonly LogRecord[]): object {
  const logRecords = records.map((record) => ({
    timeUnixNano: `${new Date(record.at).getTime()}000000`,
    severityNumber: SEVERITY_INFO,
    severityText: 'INFO',
    eventName: `onboarding.${record.log}`,
    body: { stringValue: JSON.stringify(record) },
    attributes: Object.entries(record)
      .filter(([, value]) => value !== null)
      .map(([key, value]) => ({ key, value: { stringValue: String(value) } })),
  }));
  const resource = { attributes: [{ key: 'service.name', value: { stringValue: 'onboarding' } }] };
  return { resourceLogs: [{ resource, scopeLogs: [{ scope: { name: 'onboarding.audit' }, logRecords }] }] };
}
