// A new partner, and the id of its client. Pure.

const SLUG_LENGTH = 40;

/**
 * What its machines call themselves, at the token endpoint and in assertions: a slug of the business name, to be
 * recognised by people, and the partner's id, so that no two are alike. Made once; a new name does not change it.
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
  // A name may have no letter of the Latin alphabet at all.
  return `${slug === '' ? 'partner' : slug}-${partnerId.replaceAll('-', '')}`;
}
