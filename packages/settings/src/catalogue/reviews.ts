import { byDefault, setting } from '../setting.ts';
import { oneOf } from '../types.ts';

export const reviewSettings = {
  APPROVAL_NEEDS_OPENED_DOCUMENTS: setting({
    type: oneOf('true', 'false').transform((word) => word === 'true'),
    meaning:
      'whether an analyst who proposes or confirms an approval must have opened every confirmed document of the package since it was queued',
    readBy: { api: byDefault('true') },
  }),
};
