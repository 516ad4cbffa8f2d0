// Who may confirm, withdraw or send back an open proposal, for every row of the access table; refusals change nothing.
import { describe, expect, test } from 'vitest';
import { type Analyst, type Team, useTeam } from '../../harness/analysts.ts';
import { PROPOSAL_ACCESS, RELATIONS, type Relation } from '../../harness/cases/console-access.ts';
import { createCustomer } from '../../harness/scenes/updates.ts';
import { confirm, propose, sendBack, setScreened, storedAbout, withdraw } from '../../harness/scenes/verdicts.ts';

let team: Team;
useTeam((made) => {
  team = made;
});

/** Who proposes, and who then acts on it. */
function partsIn(relation: Relation): { proposer: Analyst; person: Analyst } {
  const { ada, ben, supervisor, auditor } = team;
  switch (relation) {
    case 'proposer':
      return { proposer: ada, person: ada };
    case 'other analyst':
      return { proposer: ada, person: ben };
    case 'supervisor who proposed':
      return { proposer: supervisor, person: supervisor };
    case 'other supervisor':
      return { proposer: ada, person: supervisor };
    case 'auditor':
      return { proposer: ada, person: auditor };
  }
}

describe.each(RELATIONS)('%s', (relation) => {
  test.each([
    ['confirm', confirm, 'Confirmed'],
    ['withdraw', withdraw, 'Withdrawn'],
    ['send back', sendBack, 'Withdrawn'],
  ] as const)('can %s only if the access table allows it', async (deed, act, state) => {
    const { proposer, person } = partsIn(relation);
    const { customerId } = await createCustomer(team.api);
    await setScreened(team.database, customerId);
    await proposer.on(customerId, 'claim');
    const decisionId = await propose(proposer, customerId, 'Approve');
    const before = await storedAbout(team.database, customerId);
    const { value, error } = (await act(person, customerId, decisionId)).json();
    const expected = PROPOSAL_ACCESS[relation][deed];
    expect(error?.code ?? 'allowed').toBe(expected);
    if (expected === 'allowed') expect(value).toMatchObject({ decisionId, state });
    else expect(await storedAbout(team.database, customerId)).toEqual(before);
  });
});
