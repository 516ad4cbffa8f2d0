// What each page of the portal shows to each role, and which of its controls are enabled. Written by hand, not derived from the
// declarations, so that a role added by mistake is noticed. tests/contract/dashboard/dashboard-access.test.ts covers what the
// API allows.
import type { PartnerRole } from '@onboarding/contract';

const EVERYONE: readonly PartnerRole[] = ['admin', 'developer', 'viewer'];
const DEVELOPERS: readonly PartnerRole[] = ['admin', 'developer'];
const ADMINS: readonly PartnerRole[] = ['admin'];
const ALL_BUT_ADMINS: readonly PartnerRole[] = ['developer', 'viewer'];

export interface PageView {
  /** By path in the table of contents. */
  page: string;
  search?: string;
  /** The state of the partner: without data, with everything in use, or with a disabled webhook. */
  partner: 'new' | 'at work' | 'stopped';
  /** Texts on the page, and the roles that see them. */
  shows: Record<string, readonly PartnerRole[]>;
  /** Its buttons and links by name, and the roles for which they are enabled. For all others they are disabled. */
  controls?: Record<string, readonly PartnerRole[]>;
}

export const COMPANY = 'Alpine Cheese Ltd';
export const COLLEAGUE = 'Grace Otieno';
export const CERTIFICATE = 'Server in Lagos';

const REFUSED = 'Your role does not allow this. Ask an admin.';

export const PORTAL_VIEWS: readonly PageView[] = [
  {
    page: '/',
    partner: 'new',
    shows: { 'First steps': EVERYONE, [REFUSED]: ALL_BUT_ADMINS },
    controls: { 'Register a certificate': ADMINS },
  },
  {
    page: '/credentials',
    partner: 'new',
    shows: { 'No certificate yet': EVERYONE },
    controls: { 'New certificate': ADMINS, 'Token requests': EVERYONE },
  },
  {
    page: '/webhooks',
    partner: 'new',
    shows: { 'You have no webhook yet': EVERYONE },
    controls: { 'Register a webhook': ADMINS },
  },

  { page: '/', partner: 'at work', shows: { 'Your receiver accepts events.': EVERYONE } },
  {
    page: '/customers',
    partner: 'at work',
    shows: { [COMPANY]: EVERYONE },
    controls: { [COMPANY]: EVERYONE, 'Export CSV': EVERYONE },
  },
  { page: '/customers/$customerId', partner: 'at work', shows: { [COMPANY]: EVERYONE } },
  { page: '/customers/$customerId', search: 'tab=people', partner: 'at work', shows: { 'Amara Okafor': EVERYONE } },
  {
    page: '/customers/$customerId',
    search: 'tab=documents',
    partner: 'at work',
    shows: {
      'Bank statement': EVERYONE,
      'Your role does not allow you to save files. Ask an admin.': ALL_BUT_ADMINS,
      'The timeline records who saves a file.': ADMINS,
    },
    controls: { 'Save the file: Bank statement': ADMINS },
  },
  {
    page: '/requirements',
    search: 'country=NGA',
    partner: 'at work',
    shows: { 'Country-specific rules': EVERYONE },
  },
  {
    page: '/webhooks',
    partner: 'at work',
    shows: {
      'Your receiver is accepting our deliveries': EVERYONE,
      [REFUSED]: ALL_BUT_ADMINS,
      'Your role does not allow this. Ask an admin or a developer.': ['viewer'],
    },
    controls: { 'Replace the URL': ADMINS, 'Rotate the secret': ADMINS, 'Send a test event': DEVELOPERS },
  },
  {
    page: '/webhooks',
    search: 'action=rotate',
    partner: 'at work',
    shows: { 'Create a new secret': ADMINS, [REFUSED]: ALL_BUT_ADMINS },
  },
  { page: '/webhooks/events', partner: 'at work', shows: { 'business.profile.created': EVERYONE } },
  {
    page: '/webhooks/deliveries',
    partner: 'at work',
    shows: {
      'business.profile.created': EVERYONE,
      'Your role does not allow this. Ask an admin or a developer.': ['viewer'],
    },
    // There is only one page.
    controls: { 'Replay all matches': DEVELOPERS, Newer: [], Older: [] },
  },
  {
    page: '/webhooks/deliveries/$id',
    partner: 'at work',
    shows: { Attempts: EVERYONE, Body: EVERYONE },
    // Disabled until a secret is entered.
    controls: { 'Send this event again': DEVELOPERS, Check: [] },
  },
  {
    page: '/webhooks/replays/$series',
    partner: 'at work',
    shows: { '0 of 3 events done': EVERYONE },
    controls: { 'Cancel the replay': DEVELOPERS },
  },
  {
    page: '/credentials',
    partner: 'at work',
    shows: { [CERTIFICATE]: EVERYONE, [REFUSED]: ALL_BUT_ADMINS },
    controls: { 'New certificate': ADMINS, [`Revoke ${CERTIFICATE}`]: ADMINS },
  },
  {
    page: '/credentials',
    search: 'revoke=$certificateId',
    partner: 'at work',
    shows: { 'This cannot be undone.': ADMINS, [REFUSED]: ALL_BUT_ADMINS },
  },
  {
    page: '/credentials/new',
    partner: 'at work',
    shows: { 'Generate key pair': ADMINS, 'Only an admin can register a certificate': ALL_BUT_ADMINS },
  },
  { page: '/credentials/requests', partner: 'at work', shows: { [CERTIFICATE]: EVERYONE } },
  { page: '/api-requests', partner: 'at work', shows: { 'POST /api/partner/v1/business-profiles': EVERYONE } },
  {
    page: '/team',
    partner: 'at work',
    shows: { [COLLEAGUE]: EVERYONE, [REFUSED]: ALL_BUT_ADMINS },
    controls: { 'Invite a person': ADMINS, [COLLEAGUE]: EVERYONE },
  },
  {
    page: '/team',
    search: 'invite=open',
    partner: 'at work',
    shows: { 'Send the invitation': ADMINS, [REFUSED]: ALL_BUT_ADMINS },
  },
  {
    page: '/team/$accountId',
    partner: 'at work',
    shows: {
      [`What ${COLLEAGUE} changed`]: EVERYONE,
      [`${COLLEAGUE} is not signed in anywhere.`]: ADMINS,
      [`Only admins and ${COLLEAGUE} can see where ${COLLEAGUE} is signed in.`]: ALL_BUT_ADMINS,
    },
    controls: {
      'Change the role': ADMINS,
      'Sign out everywhere': ADMINS,
      'Reset second factors': ADMINS,
      Disable: ADMINS,
    },
  },
  ...['role', 'disable'].map(
    (ask): PageView => ({
      page: '/team/$accountId',
      search: `ask=${ask}`,
      partner: 'at work',
      shows: { Cancel: ADMINS, [REFUSED]: ALL_BUT_ADMINS },
    }),
  ),
  { page: '/activity', partner: 'at work', shows: { 'Registered the webhook': EVERYONE } },
  {
    page: '/you',
    partner: 'at work',
    shows: { 'Mail me when a review ends or asks for changes': EVERYONE },
    controls: { 'Sign out everywhere': EVERYONE },
  },

  {
    page: '/webhooks',
    partner: 'stopped',
    shows: { 'We no longer send to your receiver': EVERYONE },
    controls: { 'Enable the webhook': ADMINS, 'Replace the URL': ADMINS, 'Rotate the secret': ADMINS },
  },
];
