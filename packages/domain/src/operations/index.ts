// Owns: the actions of operators on partners, accounts, rules and dead letters, in the console or with the command, and the
// log of these actions. Refuses: actions on anything that does not exist or is in the wrong state. Partners, countries and
// jobs change only together with a log entry.

export {
  askForDiscard,
  askForReconciliation,
  askForRetry,
  DISCARD_QUEUE,
  deadLetterIn,
  listDeadLetters,
  RETRY_QUEUE,
  readJobHealth,
} from './job-service.ts';
export {
  type AccountChange,
  accountChanges,
  changeAccount,
  inviteToStaff,
} from './operated-account-service.ts';
export {
  addCertificate,
  changeLimits,
  changePartnerUser,
  changeStanding,
  inviteToPartner,
  listPartnerActions,
  listPartnerUsers,
  readOperatedPartner,
  registerPartner,
  type StandingChangeName,
  withdrawCertificate,
} from './operated-partner-service.ts';
export { STREAMED_OPERATORS } from './operations-store.ts';
export { lastActionAt, listAllActions, type Operator, recordAction } from './operator-log.ts';
export {
  activateRules,
  addType,
  type CountryDecision,
  closeRules,
  decideCountries,
  draftRules,
  listCountryActions,
  listOperatedCountries,
  namesOfDeciders,
  openCountries,
  retireType,
  setDocumentsOfType,
} from './reference-data-service.ts';
