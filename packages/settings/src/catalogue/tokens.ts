import { CLOCK_SKEW_SECONDS, TOKEN_SECONDS } from '@onboarding/contract';
import { TOKEN_ALGORITHMS } from '@onboarding/platform/tokens';
import { z } from 'zod';
import { byDefault, optional, otherwise, required, setting } from '../setting.ts';
import { address, base, fromJson, integer, origin, someOf, words } from '../types.ts';

const partnersByClient = fromJson(
  z.record(z.string().min(1), z.uuid()),
  'must be JSON such as {"<client id>":"<partner id, a UUID>"}',
);

export const tokenSettings = {
  ISSUER: setting({
    type: origin,
    meaning:
      "origin at which partners and browsers reach identity; it is the `iss` of tokens, and the API's `TOKEN_ISSUER`",
    readBy: { identity: required, ctl: required },
    example: 'https://id.example.com',
  }),
  TOKEN_AUDIENCE: setting({
    type: words,
    meaning: 'the `aud` of access tokens',
    readBy: { api: required, identity: byDefault('onboarding-api') },
    example: 'onboarding-api',
    shared: true,
  }),
  TOKEN_ISSUER: setting({
    type: base,
    meaning: 'the `iss` of tokens, with or without a trailing slash',
    readBy: { api: required },
    example: 'https://id.example.com',
  }),
  TOKEN_JWKS_URL: setting({
    type: address,
    meaning: "URL of the issuer's public keys; those of identity are at `/oauth2/jwks`",
    readBy: { api: required },
    example: 'https://id.example.com/oauth2/jwks',
  }),
  TOKEN_ENDPOINT: setting({
    type: address,
    meaning: 'URL where partners get tokens, as shown in the dashboard and the API reference',
    readBy: { api: otherwise('`TOKEN_ISSUER` + `/oauth2/token`') },
    example: 'https://id.example.com/oauth2/token',
  }),
  TOKEN_ALGORITHMS: setting({
    type: someOf(TOKEN_ALGORITHMS),
    meaning: 'comma-separated signature algorithms: RS, PS or ES with 256, 384 or 512, and EdDSA',
    readBy: { api: byDefault('RS256') },
  }),
  TOKEN_TYPE: setting({
    type: words,
    meaning: 'the `typ` of tokens; many issuers write `JWT`',
    readBy: { api: byDefault('at+jwt') },
  }),
  TOKEN_CLIENT_CLAIM: setting({
    type: words,
    meaning: "the claim with the client's id, for example `azp`",
    readBy: { api: byDefault('client_id') },
  }),
  TOKEN_SCOPE_CLAIM: setting({
    type: words,
    meaning: 'the claim with the scopes, as a list or space-separated, for example `scp`',
    readBy: { api: byDefault('scope') },
  }),
  TOKEN_PARTNER_CLAIM: setting({
    type: words,
    meaning: "the claim with the partner's id, a UUID from the table `partners`",
    readBy: { api: byDefault('partner_id') },
  }),
  TOKEN_PARTNERS_BY_CLIENT: setting({
    type: partnersByClient,
    meaning: 'replaces that claim: `{"<client id>":"<partner id>"}`',
    readBy: { api: optional },
    example: '{"acme-machine":"0193a2b4-7c11-7d3f-8a44-5b6c7d8e9f01"}',
  }),
  TOKEN_MAX_AGE_SECONDS: setting({
    type: integer(60, 86_400),
    meaning: 'how long after its `iat` a token is accepted, 60 to 86400',
    readBy: { api: byDefault(TOKEN_SECONDS + CLOCK_SKEW_SECONDS) },
  }),
  KEYS_LOOK_EVERY_SECONDS: setting({
    type: integer(1, 60),
    meaning: 'how often to check for changed signing keys, 1 to 60',
    readBy: { identity: byDefault(10) },
  }),
};
