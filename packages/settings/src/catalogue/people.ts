import { z } from 'zod';
import { optional, otherwise, required, setting } from '../setting.ts';
import { address, base, longSecret, origin, words } from '../types.ts';

export const peopleSettings = {
  SIGN_IN_ISSUER: setting({
    type: base,
    meaning: 'the OpenID provider where people sign in',
    readBy: { api: otherwise('`TOKEN_ISSUER`') },
    example: 'https://id.example.com',
  }),
  ACCOUNT_URL: setting({
    type: address,
    meaning: 'where people change password and second factors; set it for another provider',
    readBy: { api: otherwise('`/account` of `SIGN_IN_ISSUER`') },
    example: 'https://id.example.com/account',
  }),
  PORTAL_URL: setting({
    type: origin,
    meaning:
      "the origin at which browsers of partners' users reach the API, without a path; mails link to `/portal` below it",
    readBy: { api: optional, identity: required, worker: required },
    example: 'https://portal.example.com',
    shared: true,
  }),
  PORTAL_CLIENT_SECRET: setting({
    type: longSecret,
    meaning: 'shared with the provider, for the client `partner-portal`; at least 32 characters; set with `PORTAL_URL`',
    readBy: { api: optional, identity: required },
    secret: true,
    shared: true,
  }),
  OTHER_PORTAL_URL: setting({
    type: origin,
    meaning: 'the portal of the other environment (sandbox or production), to which this one links',
    readBy: { api: optional },
    example: 'https://portal.sandbox.example.com',
  }),
  CONSOLE_URL: setting({
    type: origin,
    meaning: 'the origin at which browsers of our own staff reach the API',
    readBy: { api: optional, identity: required, ctl: optional },
    example: 'https://console.example.com',
    shared: true,
  }),
  CONSOLE_CLIENT_SECRET: setting({
    type: longSecret,
    meaning: 'the same for the client `staff-console`; set with `CONSOLE_URL`',
    readBy: { api: optional, identity: required },
    secret: true,
    shared: true,
  }),
  ONBOARDING_OPERATOR: setting({
    type: words,
    meaning: 'who runs the command, for the log of what operators do',
    readBy: { ctl: otherwise('the user of the machine') },
    example: 'olga',
  }),
  CONTACT_EMAIL: setting({
    type: z.email({ error: 'must be an e-mail address' }),
    meaning: 'contact for integrators, shown in the reference',
    readBy: { api: optional },
    example: 'integrations@example.com',
  }),
};
