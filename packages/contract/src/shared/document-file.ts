// The file of a document, as an analyst or the partner's own people get it.
import { z } from 'zod';

export const documentFileSchema = z.custom<File>().meta({
  id: 'DocumentFile',
  description: 'The bytes of exactly the version that was checked.',
  override: { type: 'string', format: 'binary' },
});
