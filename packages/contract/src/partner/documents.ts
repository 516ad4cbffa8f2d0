// Documents: the upload link, and the record of the document.
import { z } from 'zod';
import { deprecated } from '../shared/deprecation.ts';
import { DOCUMENT_MIB, MIB_BYTES, UPLOAD_LINK_MINUTES } from '../shared/durations-and-limits.ts';
import { known, mustBeOneOf, oneOf, type RuleParams, uuid } from '../shared/fields.ts';
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

const concerned = z
  .uuid()
  .nullable()
  .describe('The person whom the document concerns; null if it concerns the business.');

export const uploadLinkAnswerSchema = z
  .object({
    documentId: known.documentId,
    documentUploadId: z.uuid().meta({ description: 'The same id, under the name used in identities.' }),
    uploadUrl: z
      .url()
      .meta({ description: 'Anyone who has this link can upload; treat it as a secret until it expires.' }),
    method: z.literal('PUT').describe('The HTTP method of the upload.'),
    headers: z
      .object({ 'Content-Type': z.enum(DOCUMENT_CONTENT_TYPES).describe('The contentType of the request.') })
      .meta({
        description: 'Send exactly these headers with the upload.',
      }),
    expiresAt: z.iso
      .datetime()
      .meta({ description: `The upload must start before this time, ${UPLOAD_LINK_MINUTES} minutes from now.` }),
    maxSizeBytes: z.int().describe('The size in bytes up to which a file is accepted.'),
    documentCategory: known.documentCategory,
    fileName: z.string().describe('The name of the stored file, made from documentCategory and contentType.'),
    uboId: concerned,
    storageErrors: z
      .object({
        SignatureDoesNotMatch: z.string().describe('The upload differs from the link.'),
        InvalidArgument: z.string().describe('The upload had an Authorization header.'),
        AccessDenied: z.string().describe('The link has expired, or the upload had a header that is not allowed.'),
      })
      .meta({
        description:
          'What to do if storage refuses the upload with 400 or 403, by the <Code> of its answer. Storage answers with XML, not with an error of this API.',
      }),
  })
  .meta({ id: 'UploadLink', description: 'A link for the upload of one file.' });
export type UploadLinkAnswer = z.infer<typeof uploadLinkAnswerSchema>;

export const documentRecordSchema = z
  .object({
    documentId: known.documentId,
    documentCategory: known.documentCategory,
    contentType: z.enum(DOCUMENT_CONTENT_TYPES).describe('The type of the file, as requested with its link.'),
    sizeBytes: z.int().nullable().describe('The size of the file in bytes; null after erasure.'),
    sha256: z.string().nullable().meta({ description: 'The hash of the stored bytes. Null unless Confirmed.' }),
    status: z.enum(DOCUMENT_STATUSES).meta({
      description: 'A record lists documents with an outcome: Confirmed, Quarantined or Rejected.',
    }),
    refusal: z
      .enum(DOCUMENT_REFUSALS)
      .nullable()
      .meta({ description: 'Why it is Rejected or Quarantined. Request a new link and upload a valid file.' }),
    uboId: concerned,
    uploadedAt: z.iso.datetime().nullable().describe('When the file arrived in storage; null if none has arrived.'),
    confirmedAt: z.iso.datetime().nullable().describe('When the file had passed every check; null unless Confirmed.'),
  })
  .meta({ id: 'DocumentRecord', description: 'A document of a business, without its file.' });
export type DocumentRecord = z.infer<typeof documentRecordSchema>;

// The file of a document, for analysts and the partner's own users.

export const documentFileSchema = z.custom<File>().meta({
  id: 'DocumentFile',
  description: 'The bytes of exactly the version that was checked.',
  override: { type: 'string', format: 'binary' },
});
