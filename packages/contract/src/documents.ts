// Documents: the link for uploading one, and what is known of it afterwards.
import { z } from 'zod';
import { deprecated } from './deprecation.ts';
import { oneOf, ruled } from './fields.ts';
import {
  DOCUMENT_CATEGORIES,
  DOCUMENT_CONTENT_TYPES,
  DOCUMENT_REFUSALS,
  DOCUMENT_STATUSES,
  type DocumentCategory,
  PERSON_DOCUMENT_CATEGORIES,
} from './vocabularies.ts';

export const DOCUMENT_LIMITS = { maxSizeBytes: 10 * 1024 * 1024, linkSeconds: 1800 } as const;

const BY_LOWER_CASE = new Map(DOCUMENT_CATEGORIES.map((name) => [name.toLowerCase(), name]));

/** The category that was meant, in whichever case it was written. */
export function findDocumentCategory(written: string): DocumentCategory | undefined {
  return BY_LOWER_CASE.get(written.trim().toLowerCase());
}

const documentCategory = z
  .string()
  .refine(
    (value) => findDocumentCategory(value) !== undefined,
    ruled('ValidationControl.Error', `must be one of ${DOCUMENT_CATEGORIES.join(', ')}`),
  )
  .meta({
    enum: [...DOCUMENT_CATEGORIES],
    description: `Case does not matter. ${PERSON_DOCUMENT_CATEGORIES.join(', ')} need uboId.`,
    example: 'CertificateOfIncorporation',
  });

const personId = z.uuid({ error: 'must be a UUID' }).nullish();

export const uploadLinkSchema = z
  .object({
    documentCategory,
    contentType: oneOf(DOCUMENT_CONTENT_TYPES).meta({ description: 'The upload must be sent with exactly this type.' }),
    uboId: personId.meta({ description: 'Whom the document shows; needed for documents of a person.' }),
    ownershipDetailId: deprecated(personId.meta({ description: 'The old name of uboId.' }), {
      fate: 'is the old name of uboId',
      replacement: 'uboId',
    }),
    // Whatever it is: what is ignored cannot be wrong.
    fileName: deprecated(z.unknown().optional().meta({ description: 'Ignored.' }), {
      fate: 'is ignored: the stored file is named from documentCategory and contentType',
    }),
  })
  .meta({ id: 'UploadLinkRequest' });
export type UploadLinkRequest = z.output<typeof uploadLinkSchema>;

export const uploadLinkAnswerSchema = z
  .object({
    documentId: z.uuid(),
    documentUploadId: z.uuid().meta({ description: 'The same id, by the name that identities have for it.' }),
    uploadUrl: z.url().meta({ description: 'Whoever has it can upload; it is a secret for as long as it is valid.' }),
    method: z.literal('PUT'),
    headers: z.object({ 'Content-Type': z.enum(DOCUMENT_CONTENT_TYPES) }).meta({
      description: 'Send exactly these with the upload.',
    }),
    expiresAt: z.iso.datetime().meta({ description: 'When the upload must have begun, 30 minutes from now.' }),
    maxSizeBytes: z.int(),
    documentCategory: z.enum(DOCUMENT_CATEGORIES),
    fileName: z.string(),
    uboId: z.uuid().nullable(),
  })
  .meta({ id: 'UploadLink' });
export type UploadLinkAnswer = z.infer<typeof uploadLinkAnswerSchema>;

export const documentRecordSchema = z
  .object({
    documentId: z.uuid(),
    documentCategory: z.enum(DOCUMENT_CATEGORIES),
    contentType: z.enum(DOCUMENT_CONTENT_TYPES),
    sizeBytes: z.int().nullable(),
    sha256: z.string().nullable(),
    status: z.enum(DOCUMENT_STATUSES).meta({
      description: 'A record lists documents with an outcome: Confirmed, Quarantined or Rejected.',
    }),
    refusal: z
      .enum(DOCUMENT_REFUSALS)
      .nullable()
      .meta({ description: 'Why it is Rejected or Quarantined: ask for a new link and upload a right file.' }),
    uboId: z.uuid().nullable(),
    uploadedAt: z.iso.datetime().nullable(),
    confirmedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'DocumentRecord' });
export type DocumentRecord = z.infer<typeof documentRecordSchema>;
