// The file of a document, for analysts and the partner's own users.
import { z } from 'zod';

export const documentFileSchema = z.custom<File>().meta({
  id: 'DocumentFile',
  description: 'The bytes of exactly the version that was checked.',
  override: { type: 'string', format: 'binary' },
});
