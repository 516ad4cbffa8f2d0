import { useEffect, useState } from 'react';
import type { Paper } from './paper.ts';

export interface Opened {
  paper: Paper | undefined;
  /** Why nothing can be shown. */
  error: Error | undefined;
  /** Why something may be missing from the page. */
  warnings: readonly string[];
}

const NOTHING: Opened = { paper: undefined, error: undefined, warnings: [] };

/** Opens the bytes of one document; the reader for each type is loaded on first use. */
export function usePaper(bytes: Uint8Array<ArrayBuffer>, type: string): Opened {
  const [opened, setOpened] = useState<Opened>(NOTHING);
  useEffect(() => {
    let left = false;
    let paper: Paper | undefined;
    const change = (part: Partial<Opened>) => left || setOpened((before) => ({ ...before, ...part }));
    const warn = (words: string) =>
      left || setOpened((before) => ({ ...before, warnings: [...new Set([...before.warnings, words])] }));
    open(bytes, type, warn).then(
      (ready) => {
        if (left) return ready.close();
        paper = ready;
        change({ paper });
      },
      (error: unknown) => change({ error: error instanceof Error ? error : new Error(String(error)) }),
    );
    return () => {
      left = true;
      paper?.close();
    };
  }, [bytes, type]);
  return opened;
}

async function open(bytes: Uint8Array<ArrayBuffer>, type: string, onWarning: (words: string) => void): Promise<Paper> {
  if (type === 'application/pdf') return (await import('./pdf.ts')).openPdf(bytes, onWarning);
  return (await import('./picture.ts')).openPicture(bytes, type);
}
