// Redirects to the first page of the role.
import { useSession } from '@onboarding/ui/session';
import { Navigate } from '@tanstack/react-router';
import { firstPageOf } from '../menu-roles.ts';

export function FirstPage() {
  const { role } = useSession().session;
  return <Navigate to={firstPageOf(role)} replace />;
}
