// A look at a document's file, by an analyst or by the partner's own people.
import { z } from 'zod';
import { DOCUMENT_CONTENT_TYPES } from './vocabularies.ts';

export const documentViewSchema = z
  .object({
    url: z
      .url()
      .meta({ description: 'Anyone who has this link can read the document; treat it as a secret until it expires.' }),
    expiresAt: z.iso
      .datetime()
      .meta({ description: 'The download must start before this time, which is within a minute.' }),
    contentType: z.enum(DOCUMENT_CONTENT_TYPES),
  })
  .meta({ id: 'DocumentView' });
export type DocumentView = z.infer<typeof documentViewSchema>;
