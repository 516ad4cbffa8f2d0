// Flags: a line each, which opens: why it was raised, the people or documents concerned, and the other businesses that it names.
import { Group, List, Text } from '@mantine/core';
import type { ExplainedFlag, PackageRecord } from '@onboarding/contract';
import { explanationOf } from '@onboarding/ui/countries';
import { PageLink } from '@onboarding/ui/shell';
import { spelled } from '@onboarding/ui/words';
import { FLAGS, flagColor } from '../../queue/words.ts';
import { besideDocument } from '../selection.ts';
import { subjectsOf } from './evidence-rules.ts';
import classes from './flags.module.css';

export function Flags({ found }: { found: PackageRecord }) {
  if (found.flags.length === 0) return null;
  return (
    <section aria-label="Flags" className={classes.flags}>
      {found.flags.map((flag) => (
        <Flag key={flag.code} flag={flag} found={found} />
      ))}
    </section>
  );
}

function Flag({ flag, found }: { flag: ExplainedFlag; found: PackageRecord }) {
  const { people, documents } = subjectsOf(flag.facts, found);
  return (
    <details className={classes.flag}>
      <summary>
        <span className={classes.mark} style={{ background: `var(--mantine-color-${flagColor(flag.code)}-6)` }} />
        {FLAGS[flag.code]}
      </summary>
      <Text size="sm">{explanationOf(flag)}</Text>
      {(people.length > 0 || documents.length > 0) && (
        <Group gap="xs" mt={4}>
          {people.map(({ uboId, firstName, lastName }) => (
            <PageLink
              key={uboId}
              from="/packages/$customerId"
              search={(now) => ({ ...now, tab: 'people', person: uboId })}
              replace
              size="sm"
              style={{ overflowWrap: 'anywhere' }}
            >
              {firstName} {lastName}
            </PageLink>
          ))}
          {documents.map((document) => (
            <PageLink
              key={document.documentId}
              from="/packages/$customerId"
              search={(now) => ({ ...now, ...besideDocument(found, document) })}
              replace
              size="sm"
            >
              {spelled(document.documentCategory)}
            </PageLink>
          ))}
        </Group>
      )}
      {flag.matches.length > 0 && (
        <List size="sm" mt={4} withPadding>
          {flag.matches.map((match) => (
            <List.Item key={match.customerId}>
              <PageLink to="/packages/$customerId" params={{ customerId: match.customerId }} size="sm">
                {match.companyName ?? 'An erased business'}
              </PageLink>{' '}
              of {match.partnerName ?? 'a former partner'}
              {isEachDifferent(flag) && `. ${match.why}`}
              {match.companyName !== null && (
                <>
                  {' · '}
                  <PageLink
                    from="/packages/$customerId"
                    search={(now) => ({ ...now, compare: match.customerId })}
                    resetScroll={false}
                    size="sm"
                    aria-label={`Compare with ${match.companyName}`}
                  >
                    Compare
                  </PageLink>
                </>
              )}
            </List.Item>
          ))}
        </List>
      )}
    </details>
  );
}

/** Only similarity differs from match to match; for all others, the explanation says why. */
const isEachDifferent = ({ code, matches }: ExplainedFlag) => code === 'SimilarName' && matches.length > 1;
