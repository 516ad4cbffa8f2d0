// What is checked and named in the browser before a certificate is registered.

/** Checked here, so that a key that was pasted by mistake is not even sent. */
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

/** A page with a key that nobody has saved is not left without a question. */
export const asksBeforeLeaving = (isUnsaved: boolean, from: string, to: string): boolean => isUnsaved && from !== to;

/** Those in use, and those that are not any more. */
export function byUse<One extends { status: string }>(certificates: readonly One[]): { active: One[]; ended: One[] } {
  return {
    active: certificates.filter(({ status }) => status === 'Active'),
    ended: certificates.filter(({ status }) => status !== 'Active'),
  };
}
