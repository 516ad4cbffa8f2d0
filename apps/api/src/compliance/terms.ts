// What the routes for analysts share.
import type { SessionRoute } from '../http/route.ts';

/** Everything below is for our own people, and done with the rights of analysts. */
export const STAFF: Pick<SessionRoute, 'realm' | 'connection'> = { realm: 'staff', connection: 'staff' };

export const COMPLIANCE = '/compliance/v1';
export const PACKAGE = `${COMPLIANCE}/packages/{customerId}`;

/** Who works on packages, and who may look at them. */
export const REVIEWERS: SessionRoute['roles'] = ['analyst', 'supervisor'];
export const READERS: SessionRoute['roles'] = ['analyst', 'supervisor', 'auditor'];
