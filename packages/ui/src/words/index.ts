export {
  ACTIONS,
  addressLine,
  businessTypeName,
  DOCUMENT_STATES,
  deedOf,
  fieldName,
  identityName,
  reasonName,
  STATUS_NAMES,
  STATUSES,
  spelled,
} from './words.ts';
