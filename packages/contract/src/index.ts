// The public language: every word that a partner reads or writes is declared in this package and nowhere else.
export * from './api-credentials.ts';
export * from './body-check.ts';
export * from './business-person.ts';
export * from './business-profile.ts';
export * from './business-profile-list.ts';
export * from './business-profile-update.ts';
export * from './changes.ts';
export { deprecated } from './deprecation.ts';
export * from './documents.ts';
export * from './envelope.ts';
export * from './errors.ts';
export * from './events.ts';
export { faultCodes, type RuleParams } from './fields.ts';
export * from './identity-requirements.ts';
export * from './sessions.ts';
export * from './verification-status.ts';
export * from './vocabularies.ts';
export * from './webhooks.ts';
