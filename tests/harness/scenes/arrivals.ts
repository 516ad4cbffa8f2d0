// A file that has arrived, without a storage: writes the outcome that its check would have.
import { findDocumentsToCheck } from '@onboarding/domain/documents';
import { enterAsService } from '@onboarding/domain/partners';
import type { Db } from '@onboarding/platform/postgres';
import { type RecordedOutcome, recordOutcome } from '../../../packages/domain/src/uploads/outcome-service.ts';
import type { TestApi } from '../api.ts';

export interface Arrival {
  partnerId: string;
  documentId: string;
  refusal?: 'Empty' | 'Infected';
  /** Whose connection `db` is; defaults to the worker's. */
  by?: 'api' | 'worker';
}

export function recordArrival(
  db: Db,
  { context }: Pick<TestApi, 'context'>,
  { partnerId, documentId, refusal, by = 'worker' }: Arrival,
): Promise<RecordedOutcome['confirmation']> {
  return db.transaction(async (tx) => {
    await enterAsService(tx, partnerId);
    const [document] = await findDocumentsToCheck(tx, [{ partnerId, documentId }]);
    if (document === undefined) throw new Error('The document is not there');
    const found = { versionId: document.versionId ?? 'v1', etag: 'e1', sizeBytes: 5, arrivedAt: new Date() };
    const finding = { ...found, refusal: refusal ?? null, findings: [], sha256: 'hash' };
    const kept = { key: `documents/${documentId}`, versionId: 'v2', etag: 'e1' };
    return (await recordOutcome(tx, { ...context, by }, document, finding, refusal === undefined ? kept : undefined))
      .confirmation;
  });
}
