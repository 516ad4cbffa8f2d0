// Documents: the upload link, and the record of the document.
import { z } from 'zod';
import { deprecated } from '../shared/deprecation.ts';
import { DOCUMENT_MIB, MIB_BYTES, UPLOAD_LINK_MINUTES } from '../shared/durations-and-limits.ts';
import { mustBeOneOf, oneOf, type RuleParams, uuid } from '../shared/fields.ts';
import {
  DOCUMENT_CATEGORIES,
  DOCUMENT_CONTENT_TYPES,
  DOCUMENT_REFUSALS,
  DOCUMENT_STATUSES,
  type DocumentCategory,
  PERSON_DOCUMENT_CATEGORIES,
} from '../shared/vocabularies.ts';

export const DOCUMENT_LIMITS = {
  maxSizeBytes: DOCUMENT_MIB * MIB_BYTES,
  linkSeconds: UPLOAD_LINK_MINUTES * 60,
} as const;

/** The errors with which the storage refuses an upload, as XML with status 400 or 403, and what to do about each. */
export const STORAGE_ERRORS = {
  SignatureDoesNotMatch:
    'The upload differs from the link. Send it with PUT to the unchanged uploadUrl (in quotes in a shell), with the Content-Type in headers.',
  InvalidArgument:
    'You sent an Authorization header, or your HTTP client or a proxy added one. Storage needs only the link. Remove the header.',
  AccessDenied:
    'The link has expired: request a new one. Or you sent a header that starts with x-amz-, or an Authorization header with a signature: remove it.',
} as const;

const BY_LOWER_CASE = new Map(DOCUMENT_CATEGORIES.map((name) => [name.toLowerCase(), name]));

/** Finds a category in any letter case. */
export function findDocumentCategory(written: string): DocumentCategory | undefined {
  return BY_LOWER_CASE.get(written.trim().toLowerCase());
}

const documentCategory = z
  .string()
  .refine((value) => findDocumentCategory(value) !== undefined, {
    error: ({ input }) => mustBeOneOf(DOCUMENT_CATEGORIES, input),
    params: { code: 'ValidationControl.Error' } satisfies RuleParams,
  })
  .meta({
    enum: [...DOCUMENT_CATEGORIES],
    description: `Case-insensitive. ${PERSON_DOCUMENT_CATEGORIES.join(', ')} require uboId.`,
    example: 'CertificateOfIncorporation',
  });

const personId = uuid.nullish();

export const uploadLinkSchema = z
  .object({
    documentCategory,
    contentType: oneOf(DOCUMENT_CONTENT_TYPES).meta({ description: 'The upload must use exactly this type.' }),
    uboId: personId.meta({ description: 'The person whom the document concerns; required for documents of a person.' }),
    ownershipDetailId: deprecated(personId.meta({ description: 'The old name of uboId.' }), {
      fate: 'is the old name of uboId',
      replacement: 'uboId',
    }),
    // Accepts any value, because it is ignored.
    fileName: deprecated(z.unknown().optional().meta({ description: 'Ignored.' }), {
      fate: 'is ignored: the stored file is named from documentCategory and contentType',
    }),
  })
  .meta({ id: 'UploadLinkRequest' });
export type UploadLinkRequest = z.output<typeof uploadLinkSchema>;

export const uploadLinkAnswerSchema = z
  .object({
    documentId: z.uuid(),
    documentUploadId: z.uuid().meta({ description: 'The same id, under the name used in identities.' }),
    uploadUrl: z
      .url()
      .meta({ description: 'Anyone who has this link can upload; treat it as a secret until it expires.' }),
    method: z.literal('PUT'),
    headers: z.object({ 'Content-Type': z.enum(DOCUMENT_CONTENT_TYPES) }).meta({
      description: 'Send exactly these headers with the upload.',
    }),
    expiresAt: z.iso
      .datetime()
      .meta({ description: `The upload must start before this time, ${UPLOAD_LINK_MINUTES} minutes from now.` }),
    maxSizeBytes: z.int(),
    documentCategory: z.enum(DOCUMENT_CATEGORIES),
    fileName: z.string(),
    uboId: z.uuid().nullable(),
    storageErrors: z
      .object({
        SignatureDoesNotMatch: z.string(),
        InvalidArgument: z.string(),
        AccessDenied: z.string(),
      })
      .meta({
        description:
          'What to do if storage refuses the upload with 400 or 403, by the <Code> of its answer. Storage answers with XML, not with an error of this API.',
      }),
  })
  .meta({ id: 'UploadLink' });
export type UploadLinkAnswer = z.infer<typeof uploadLinkAnswerSchema>;

export const documentRecordSchema = z
  .object({
    documentId: z.uuid(),
    documentCategory: z.enum(DOCUMENT_CATEGORIES),
    contentType: z.enum(DOCUMENT_CONTENT_TYPES),
    sizeBytes: z.int().nullable(),
    sha256: z.string().nullable().meta({ description: 'The hash of the stored bytes. Null unless Confirmed.' }),
    status: z.enum(DOCUMENT_STATUSES).meta({
      description: 'A record lists documents with an outcome: Confirmed, Quarantined or Rejected.',
    }),
    refusal: z
      .enum(DOCUMENT_REFUSALS)
      .nullable()
      .meta({ description: 'Why it is Rejected or Quarantined. Request a new link and upload a valid file.' }),
    uboId: z.uuid().nullable(),
    uploadedAt: z.iso.datetime().nullable(),
    confirmedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'DocumentRecord' });
export type DocumentRecord = z.infer<typeof documentRecordSchema>;

// The file of a document, for analysts and the partner's own users.

export const documentFileSchema = z.custom<File>().meta({
  id: 'DocumentFile',
  description: 'The bytes of exactly the version that was checked.',
  override: { type: 'string', format: 'binary' },
});
