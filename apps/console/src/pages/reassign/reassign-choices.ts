// The colleagues to whom a claimed package can be reassigned.
export interface Colleague {
  accountId: string;
  name: string;
  role: string;
}

export const othersThan = (claimedBy: string, colleagues: readonly Colleague[]): Colleague[] =>
  colleagues.filter(({ accountId }) => accountId !== claimedBy);

export const choicesOf = (others: readonly Colleague[]) => [
  { value: '', label: 'Choose a colleague', disabled: true },
  ...others.map(({ accountId, name, role }) => ({ value: accountId, label: `${name}, ${role}` })),
];
