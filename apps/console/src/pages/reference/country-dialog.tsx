// Operator decisions about a country: each asks for the second factor and a reason first, and explains the consequences.
import { Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { ActionDialog } from '@onboarding/ui/access';
import { useState } from 'react';
import { operation, useAction } from '../../api/client.ts';
import { ReasonField } from '../reason-field.tsx';
import type { Country, CountryDecision } from './country-status.ts';

/** Reads that a decision about a country makes stale. */
export const COUNTRY_READS = ['listRuledCountries', 'listRuleVersions', 'listCountryActions'];

interface Decision {
  operation:
    | 'openCountry'
    | 'closeCountry'
    | 'prohibitCountry'
    | 'allowCountry'
    | 'markHighRiskCountry'
    | 'markOrdinaryRiskCountry';
  button: string;
  title: (name: string) => string;
  text: (country: Country) => string;
  done: string;
  grave: boolean;
}

export const DECISION_WORDS: Record<CountryDecision, Decision> = {
  open: {
    operation: 'openCountry',
    button: 'Open the country',
    title: (name) => `Open ${name}?`,
    text: () =>
      'Its businesses and residents are accepted within 30 seconds. Residents follow the last rules of the country, or its newest draft. Without any rules, residents are still refused.',
    done: 'is open.',
    grave: false,
  },
  close: {
    operation: 'closeCountry',
    // Not just "Close", which could be taken for closing the dialog.
    button: 'Close the country',
    title: (name) => `Close ${name}?`,
    text: () =>
      'New businesses and residents of the country are refused within 30 seconds, and its rules are retired. Existing businesses stay as they are. Its nationals and passports are still accepted from elsewhere; prohibit the country to refuse those too.',
    done: 'is closed.',
    grave: true,
  },
  prohibit: {
    operation: 'prohibitCountry',
    button: 'Prohibit',
    title: (name) => `Prohibit ${name}?`,
    text: () =>
      'Within 30 seconds, every request that names the country is refused, whether as country of incorporation, in an address, or as nationality, tax residence or issuer of an identity document. Approved businesses linked to the country return to the queue.',
    done: 'is prohibited.',
    grave: true,
  },
  allow: {
    operation: 'allowCountry',
    button: 'Allow',
    title: (name) => `Allow ${name}?`,
    text: ({ standing }) =>
      standing === 'Open'
        ? 'The country is open, so its businesses and residents are accepted within 30 seconds.'
        : 'Requests may name the country within 30 seconds. Its own businesses and residents are refused until you open it.',
    done: 'is allowed.',
    grave: false,
  },
  'high-risk': {
    operation: 'markHighRiskCountry',
    button: 'Mark as high risk',
    title: (name) => `Mark ${name} as high risk?`,
    text: () =>
      'Businesses linked to the country are flagged, and analysts see them first. Approved ones return to the queue.',
    done: 'is now high risk.',
    grave: true,
  },
  'ordinary-risk': {
    operation: 'markOrdinaryRiskCountry',
    button: 'Mark as ordinary risk',
    title: (name) => `Mark ${name} as ordinary risk?`,
    text: () => 'The flag is removed from businesses that have no other high-risk country.',
    done: 'is now ordinary risk.',
    grave: false,
  },
};

export function CountryDialog({
  country,
  decision,
  onClose,
}: {
  country: Country;
  decision: CountryDecision;
  onClose: () => void;
}) {
  const { operation: name, button, title, text, done, grave } = DECISION_WORDS[decision];
  const [reason, setReason] = useState('');
  const decide = useAction(name, {
    refreshes: COUNTRY_READS,
    onDone: () => {
      notifications.show({ message: `${country.name} ${done}` });
      onClose();
    },
  });
  return (
    <ActionDialog
      to={operation(name)}
      title={title(country.name)}
      button={button}
      grave={grave}
      pending={decide.isPending}
      error={decide.error}
      marked
      onConfirm={() => decide.mutate({ params: { countryCode: country.countryCode }, body: { reason } })}
      onClose={onClose}
    >
      <Text size="sm">{text(country)}</Text>
      <ReasonField value={reason} onChange={setReason} error={decide.error?.fieldErrors().reason} />
    </ActionDialog>
  );
}
