import { z } from 'zod';
import { byDefault, optional, otherwise, required, setting } from '../setting.ts';
import { address, base, longSecret, oneOf, origin, words } from '../types.ts';

export const userSettings = {
  SIGN_IN_ISSUER: setting({
    type: base,
    meaning: 'the OpenID provider where users sign in',
    readBy: { api: otherwise('`TOKEN_ISSUER`') },
    example: 'https://id.example.com',
  }),
  ACCOUNT_URL: setting({
    type: address,
    meaning: 'URL where users change their password and second factors; set it if you use another provider',
    readBy: { api: otherwise('`/account` of `SIGN_IN_ISSUER`') },
    example: 'https://id.example.com/account',
  }),
  PORTAL_URL: setting({
    type: origin,
    meaning:
      "origin at which partners' users reach the API with their browsers, without a path; mails link to `/portal` on it",
    readBy: { api: optional, identity: required, worker: required },
    example: 'https://portal.example.com',
    shared: true,
  }),
  PORTAL_CLIENT_SECRET: setting({
    type: longSecret,
    meaning:
      'secret of the client `partner-portal`, shared with identity; at least 32 characters; set together with `PORTAL_URL`',
    readBy: { api: optional, identity: required },
    secret: true,
    shared: true,
  }),
  PORTAL_CLIENT_SECRET_PREVIOUS: setting({
    type: longSecret,
    meaning:
      'only during its [rotation](keys.md#client-secrets): the earlier `PORTAL_CLIENT_SECRET`, which is accepted too',
    readBy: { identity: optional },
    secret: true,
  }),
  OTHER_PORTAL_URL: setting({
    type: origin,
    meaning: 'URL of the portal of the other environment (sandbox or production), to which this one links',
    readBy: { api: optional },
    example: 'https://portal.sandbox.example.com',
  }),
  CONSOLE_URL: setting({
    type: origin,
    meaning: 'origin at which our staff reach the API with their browsers',
    readBy: { api: optional, identity: required, worker: otherwise('analysts get no daily mail') },
    example: 'https://console.example.com',
    shared: true,
  }),
  OPERATORS_BOOK: setting({
    type: oneOf('true', 'false').transform((word) => word === 'true'),
    meaning: "whether our staff can read the operators' guide below the console, at `/console/handbook/`",
    readBy: { api: byDefault('true') },
  }),
  CONSOLE_CLIENT_SECRET: setting({
    type: longSecret,
    meaning:
      'secret of the client `staff-console`, shared with identity; at least 32 characters; set together with `CONSOLE_URL`',
    readBy: { api: optional, identity: required },
    secret: true,
    shared: true,
  }),
  CONSOLE_CLIENT_SECRET_PREVIOUS: setting({
    type: longSecret,
    meaning:
      'only during its [rotation](keys.md#client-secrets): the earlier `CONSOLE_CLIENT_SECRET`, which is accepted too',
    readBy: { identity: optional },
    secret: true,
  }),
  ONBOARDING_OPERATOR: setting({
    type: words,
    meaning: "name of the person who runs the command, for the log of operators' actions",
    readBy: { ctl: otherwise('the user name on the machine') },
    example: 'olga',
  }),
  CONTACT_EMAIL: setting({
    type: z.email({ error: 'must be an e-mail address' }),
    meaning: 'contact for integrators, shown in the API reference',
    readBy: { api: optional },
    example: 'integrations@example.com',
  }),
};
