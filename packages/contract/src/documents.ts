// Documents: the link for uploading one, and what is known of it afterwards.
import { z } from 'zod';
import { deprecated } from './deprecation.ts';
import { oneOf, ruled, text } from './fields.ts';
import { DOCUMENT_CATEGORIES, DOCUMENT_CONTENT_TYPES, DOCUMENT_REFUSALS, DOCUMENT_STATUSES } from './vocabularies.ts';

export const DOCUMENT_LIMITS = { maxSizeBytes: 10 * 1024 * 1024, linkSeconds: 1800 } as const;

const BY_LOWER_CASE = new Map(DOCUMENT_CATEGORIES.map((name) => [name.toLowerCase(), name]));

const documentCategory = z
  .string()
  .refine(
    (value) => BY_LOWER_CASE.has(value.trim().toLowerCase()),
    ruled('ValidationControl.Error', `must be one of ${DOCUMENT_CATEGORIES.join(', ')}`),
  )
  .transform((value) => BY_LOWER_CASE.get(value.trim().toLowerCase()) ?? 'Other')
  .meta({ description: `One of ${DOCUMENT_CATEGORIES.join(', ')}. Case does not matter.`, example: 'IdentityFront' });

const personId = z.uuid({ error: 'must be a UUID' }).nullish();

export const uploadLinkSchema = z
  .object({
    documentCategory,
    contentType: oneOf(DOCUMENT_CONTENT_TYPES).meta({ description: 'The upload must be sent with exactly this type.' }),
    uboId: personId.meta({ description: 'Whom the document shows; needed for documents of a person.' }),
    ownershipDetailId: deprecated(personId, { fate: 'is the old name of uboId', replacement: 'uboId' }),
    fileName: deprecated(text(255).nullish(), {
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
    expiresAt: z.iso.datetime(),
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
    status: z.enum(DOCUMENT_STATUSES),
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
