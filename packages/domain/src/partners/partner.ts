// A new partner, and the id of its client. Pure.

const SLUG_LENGTH = 40;

/**
 * The client id of its machines, at the token endpoint and in assertions: a slug of the business name, for people to
 * recognise, and the partner's id, to make it unique. Derived once; a new name does not change it.
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
  // A name may contain no Latin letter at all.
  return `${slug === '' ? 'partner' : slug}-${partnerId.replaceAll('-', '')}`;
}
