// Groups tables by content, for planning disk space.
const FAMILIES: Record<string, RegExp> = {
  accounts: /^(accounts?|oidc|operator|recovery|second|sessions?|sign)(_|$)/,
  audit: /^audit_/,
  businesses: /^(business_(fingerprints|name_blocks)|customer|people|identities)/,
  documents: /^(documents|upload_quotas)$/,
  events: /^events?(_|$)/,
  idempotency: /^idempotency_/,
  jobs: /^pgboss\./,
  reviews: /^(analyst_|hit_|identity_comparisons|package_|reviews?(_|$)|screening|staff_reads)/,
  tokens: /^(api_certificates|signing_keys|token_|used_)/,
  webhooks: /^webhook_/,
};

/** A partition belongs to the family of its parent, because its name starts with that of the parent. */
export function familyOf(schema: string, table: string): string {
  const name = schema === 'onboarding' ? table : `${schema}.${table}`;
  return Object.entries(FAMILIES).find(([, pattern]) => pattern.test(name))?.[0] ?? 'other';
}
