// Loads the bytes of a document. Each load is recorded, so nothing is preloaded. All bytes are read before anything is shown,
// because only then can they be compared with those that were checked.
import type { DocumentRecord, PackageRecord } from '@onboarding/contract';
import { receive } from '@onboarding/ui/api';
import { useSession } from '@onboarding/ui/session';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { operation } from '../../../api/client.ts';
import { isRecorded, percentOf } from './file-check.ts';
import { withOpening } from './openings.ts';
import { Unreadable } from './paper.ts';

interface ReadFile {
  /** Those that were checked when the partner uploaded them. */
  bytes: Uint8Array<ArrayBuffer>;
  /** The pages that the analyst has seen. */
  seen: Set<number>;
}

/** The files of one package that were read, by document; dropped with the pane that holds them. */
export type Files = Map<string, ReadFile>;

export type FileState =
  | { kind: 'reading'; percent: number }
  | { kind: 'failed'; error: Error }
  | ({ kind: 'read' } & ReadFile);

/** An analyst who skips through the documents opens only those on which they pause. */
const PAUSE_MS = 150;

export function useFile(files: Files, customerId: string, document: DocumentRecord) {
  const noteOpening = useNoteOpening(customerId);
  const { documentId, sizeBytes, sha256 } = document;
  const kept = files.get(documentId);
  const [state, setState] = useState<FileState>(
    kept === undefined ? { kind: 'reading', percent: 0 } : { kind: 'read', ...kept },
  );
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt reads again.
  useEffect(() => {
    if (files.has(documentId)) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    const show = (next: FileState) => signal.aborted || setState(next);
    const read = async () => {
      show({ kind: 'reading', percent: 0 });
      await pause(signal);
      let percent = 0;
      const onProgress = (got: number) => {
        const now = percentOf(got, sizeBytes);
        if (now !== percent) show({ kind: 'reading', percent: now });
        percent = now;
      };
      const file = await receive(
        operation('readDocumentFile'),
        { params: { customerId, documentId } },
        { signal, onProgress },
      );
      // The server sends the end of a file only after it has recorded the opening.
      noteOpening(documentId);
      const bytes = new Uint8Array(await file.arrayBuffer());
      if (!(await isRecorded(bytes, sha256))) throw changed();
      signal.throwIfAborted();
      const readFile = { bytes, seen: new Set<number>() };
      files.set(documentId, readFile);
      show({ kind: 'read', ...readFile });
    };
    read().catch((error: unknown) =>
      show({ kind: 'failed', error: error instanceof Error ? error : new Error(String(error)) }),
    );
    return () => leaving.abort();
  }, [files, customerId, documentId, sizeBytes, sha256, noteOpening, attempt]);
  return { state, retry: () => setAttempt((before) => before + 1) };
}

/**
 * Notes the opening in the cached package, with the documents left to open. Reading the package again would be recorded as
 * another read by the person.
 */
function useNoteOpening(customerId: string): (documentId: string) => void {
  const queries = useQueryClient();
  const { accountId, name } = useSession().session;
  return useCallback(
    (documentId) => {
      void queries.invalidateQueries({ queryKey: ['readPackageTrail'] });
      queries.setQueryData<PackageRecord>(['readPackage', { params: { customerId } }], (found) => {
        const opener = { accountId, name, openedAt: new Date().toISOString() };
        return found === undefined ? undefined : withOpening(found, documentId, opener);
      });
    },
    [queries, customerId, accountId, name],
  );
}

function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, PAUSE_MS);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

function changed(): Unreadable {
  return new Unreadable(
    'This is not the file that was uploaded',
    'Its SHA-256 differs from the one recorded when it was checked, so it is not shown. Do not base a decision on it, and tell an operator immediately.',
  );
}
