import { type ColleagueList, type ColleagueQuery, MOST_COLLEAGUES } from '@onboarding/contract';
import type { Tx } from '@onboarding/platform/postgres';
import { listReviewers } from '../../accounts/index.ts';

export async function listColleagues(tx: Tx, { include }: ColleagueQuery): Promise<ColleagueList> {
  const members = await listReviewers(tx, MOST_COLLEAGUES, include === 'auditors');
  return {
    items: members.map(({ accountId, name, role }) => ({
      accountId,
      name,
      role: role === 'supervisor' || role === 'auditor' ? role : 'analyst',
    })),
  };
}
