// A new partner, and the id of its client. Pure.

const SLUG_LENGTH = 40;

/**
 * The client id of a partner's systems, at the token endpoint and in assertions: a recognisable slug of the business name,
 * and the partner's id, to make it unique. Derived once; renaming the partner does not change it.
 */
export function clientIdOf(name: string, partnerId: string): string {
  const slug = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, SLUG_LENGTH)
    .replace(/-$/, '');
  // A name may contain no Latin letters at all.
  return `${slug === '' ? 'partner' : slug}-${partnerId.replaceAll('-', '')}`;
}
