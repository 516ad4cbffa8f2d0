// docs/countries.md: which identity documents we accept from the residents of each country, and how reliable the rule is.
// docs/served-countries.md, for operators: the lists of countries that a release contains. Also the names of the countries, for
// the sites.
import { readFileSync } from 'node:fs';

interface Entry {
  identityTypeCode: string;
  label: string;
  placeholder: string;
  requiresIssueDate: boolean;
  requiresExpiryDate: boolean;
  source: string;
}

const read = (name: string) => JSON.parse(readFileSync(`database/reference/${name}.json`, 'utf8'));

const HEAD = `# Countries and their rules

<!-- Made by npm run generate from database/reference. -->

This page shows the rules of a new installation. We open and close countries and correct their rules, so use the API to get the
current state: \`GET /api/partner/v1/countries\` lists the countries, and
\`GET /api/customer/v1/onboarding/ubo-identity-requirements\` returns each rule with its pattern.

A person's **country of residence** determines which identity documents are accepted. A country has one of three statuses:

- **Own rules**: the documents below, with the format of their numbers.
- **General rule**: a passport with a number of 5 to 9 letters and digits and both dates. No country-specific rule is checked.
- **None**: the place issues no passport of its own, so its residents cannot be onboarded until we add a rule for it.
  Businesses that are incorporated or have an address there can be, once it is open.

The code of a national identity card is spelled \`NATIOANL_ID\`. You may also send \`NATIONAL_ID\`; responses always contain the former.

## Which countries are served

If a country is not open, businesses that are incorporated or have an address there are refused, and so are people who live there.

Every country in a request (incorporation, each address, nationality, tax residence, issuer of an identity) is checked against a
**prohibited list**, in the sandbox too. A request that names a prohibited country is refused with \`OnboardingConfig.NotFound\` and the
message that the country is not served. A PUT or PATCH is refused only for the countries that it contains, and for those of the
people whom it corrects. When a country is added to the list, businesses that already name it keep their data, and our analysts
review them again.

A sandbox may accept countries that production does not serve, so do not conclude from a test that a country is served.

## The rules

Each rule is either a **fact**, where a published source defines the format of the number, or an **assumption**: a permissive format,
because no such source was found. For a fact marked as unofficial, the source is not an official one. None of this is legal advice: have
the rules of your countries reviewed before you rely on them.
`;

const FOR_OPERATORS = `# Countries that you serve

<!-- Made by npm run generate from database/reference. -->

You decide which countries are served. A release contains the [rules](countries.md) as drafts, and outside the local stack **no country
is open** until you open it: \`onboardingctl countries open\` takes several countries, or \`--all\`.

| List | Shipped |
| --- | --- |
{{lists}}

The page Reference data in the console, or \`onboardingctl countries lists\`, shows the current lists, with who decided what, when and
why; \`prohibit\`, \`allow\`, \`high-risk\` and \`ordinary-risk\` change them. The high-risk list is that of the Financial Action Task Force
(FATF) as of the date above. It changes three times a year, and **keeping it up to date is your duty**.
[Operations](operations.md#change-reference-data) explains what a change does.
`;

type Page = [path: string, text: string];

export function countriesPages(): Page[] {
  const names: Record<string, string> = read('countries');
  const rules: Record<string, Entry[]> = read('identity-requirements');
  const { withoutPassportOfTheirOwn: without } = read('general-passport-rule');
  const byName = Object.keys(names).sort((a, b) => nameOf(a).localeCompare(nameOf(b), 'en'));
  function nameOf(code: string): string {
    return names[code] ?? code;
  }
  const own = byName.filter((code) => rules[code] !== undefined);
  const none = byName.filter((code) => rules[code] === undefined && without[code] !== undefined);
  const general = byName.filter((code) => rules[code] === undefined && without[code] === undefined);
  const list = (codes: string[]) => `${codes.map((code) => `${nameOf(code)} (\`${code}\`)`).join(', ')}.`;
  const rulesPage = [
    HEAD,
    '| Status | Countries |\n| --- | --- |',
    `| Own rules | ${own.length} |\n| General rule | ${general.length} |\n| None | ${none.length} |\n`,
    `## Own rules\n\n${own.map((code) => countryOf(nameOf(code), code, rules[code] ?? [])).join('\n')}`,
    `## General rule\n\n${list(general)}\n`,
    `## None\n\n${list(none)}\n`,
  ].join('\n');
  return [
    ['docs/countries.md', rulesPage],
    ['docs/served-countries.md', FOR_OPERATORS.replace('{{lists}}', listsOf(read('country-lists'), list))],
  ];
}

interface Lists {
  prohibited: Record<string, string>;
  undecided: Record<string, string>;
  highRisk: { asOf: string; callForAction: string[]; increasedMonitoring: string[] };
}

function listsOf({ prohibited, undecided, highRisk }: Lists, list: (codes: string[]) => string): string {
  const risky = [...highRisk.callForAction, ...highRisk.increasedMonitoring];
  return [
    `| Prohibited | ${list(Object.keys(prohibited))} |`,
    `| Undecided: not served, and no production process starts, until you decide | ${list(Object.keys(undecided))} |`,
    `| High risk, as of ${highRisk.asOf} | ${list(risky)} |`,
  ].join('\n');
}

function countryOf(name: string, code: string, entries: readonly Entry[]): string {
  const rows = entries.map(
    (entry) =>
      `| \`${entry.identityTypeCode}\` | ${entry.label} | \`${entry.placeholder}\` | ${datesOf(entry)} | ${statusOf(entry)} |`,
  );
  return `### ${name} (${code})\n\n| Type | Document | Example | Dates | Rule |\n| --- | --- | --- | --- | --- |\n${rows.join('\n')}\n`;
}

function datesOf({ requiresIssueDate, requiresExpiryDate }: Entry): string {
  const dates = [requiresIssueDate ? 'issue' : '', requiresExpiryDate ? 'expiry' : ''].filter((date) => date !== '');
  return dates.join(', ') || 'none';
}

function statusOf({ source }: Entry): string {
  if (source.startsWith('assumption')) return 'assumption';
  return /^fact \([^)]*(?:unofficial|not official|structural)/.test(source) ? 'fact, unofficial' : 'fact';
}

export function countryNames(): [file: string, text: string] {
  const entries = Object.entries(read('countries') as Record<string, string>);
  const lines = entries.map(([code, name]) => `  ${code}: ${JSON.stringify(name)},`);
  return [
    'packages/ui/src/countries/names.gen.ts',
    `// Made by \`npm run generate\` from database/reference.\nexport const NAMES: Record<string, string> = {\n${lines.join('\n')}\n};\n`,
  ];
}
