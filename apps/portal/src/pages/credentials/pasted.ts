// Checks and names in the browser before a certificate is registered.

/** Checked here, so that a key pasted by mistake is never sent. */
export const hasPrivateKey = (pasted: string): boolean => /PRIVATE KEY/.test(pasted);

/** Safe in every shell and file system. */
export function fileNameOf(name: string): string {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 40);
  return `${slug === '' ? 'onboarding' : slug}-key.pem`;
}

/** Leaving a page with an unsaved key requires a confirmation. */
export const asksBeforeLeaving = (isUnsaved: boolean, from: string, to: string): boolean => isUnsaved && from !== to;

/** Separates certificates in use from those no longer in use. */
export function byUse<One extends { status: string }>(certificates: readonly One[]): { active: One[]; ended: One[] } {
  return {
    active: certificates.filter(({ status }) => status === 'Active'),
    ended: certificates.filter(({ status }) => status !== 'Active'),
  };
}
