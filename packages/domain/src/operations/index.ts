// Owns: what operators do with partners, rules and dead letters, in the console and by command, and the log of it. Refuses:
// whatever is not there or not in the state for it; a partner, a country or a job changes only together with its entry in the log.
export {
  type CountryDecision,
  decideCountries,
  listCountryActions,
  listOperatedCountries,
  namesOfDeciders,
  openCountries,
} from './countries-service.ts';
export {
  askForReconciliation,
  askForRetry,
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
export { addCertificate, withdrawCertificate } from './operated-certificate-service.ts';
export {
  changeLimits,
  changePartnerPerson,
  changeStanding,
  inviteToPartner,
  listPartnerActions,
  listPartnerPeople,
  readOperatedPartner,
  registerPartner,
  type StandingChangeName,
} from './operated-partner-service.ts';
export { listAllActions, type Operator, recordAction } from './operator-log.ts';
export {
  activateRules,
  addType,
  closeRules,
  draftRules,
  retireType,
  setDocumentsOfType,
} from './rules-service.ts';
