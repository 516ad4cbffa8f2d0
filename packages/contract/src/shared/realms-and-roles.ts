// Who signs in, on which site, and in which role.

/** Users of partners and our own staff: two groups whose sessions are separate. */
export const REALMS = ['partner', 'staff'] as const;
export type Realm = (typeof REALMS)[number];

/** The site of each realm, as a client of the OpenID provider. */
export const SITE_CLIENTS: Record<Realm, string> = { partner: 'partner-portal', staff: 'staff-console' };

/** The path of the portal. Mails and other environments link to it. */
export const PORTAL_PATH = '/portal';
export const CONSOLE_PATH = '/console';
/** Below the console, so that everything that forwards the console forwards this too. */
export const HANDBOOK_PATH = `${CONSOLE_PATH}/handbook`;

export const PARTNER_ROLES = ['admin', 'developer', 'viewer'] as const;
export type PartnerRole = (typeof PARTNER_ROLES)[number];

export const STAFF_ROLES = ['analyst', 'supervisor', 'auditor', 'operator'] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];
