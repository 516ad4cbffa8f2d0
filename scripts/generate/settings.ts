// The reference page of settings and the example files, from the declarations in packages/settings.
import { GROUPS, type Need, type Reader, type Setting } from '@onboarding/settings';

const READERS: Record<Reader, string> = {
  api: 'API',
  identity: 'identity',
  worker: 'worker',
  ctl: 'command',
};

const INTRODUCTION = `# Settings

<!-- Made by npm run generate from the declarations in packages/settings/src/catalogue. -->

Example files for each service: [deploy/env](../deploy/env).

Every process reads its settings from the environment, once, at its start. If any is missing or wrong, it names all of them with the
cure and ends. \`onboardingctl config check\` does the same for all services at once, compares what they must have in common, warns of
names that nobody reads, and starts nothing; \`onboardingctl doctor\` then connects to everything they name ([command](command.md)):

\`\`\`sh
onboardingctl config check --from api=api.env --from identity=identity.env --from worker=worker.env
onboardingctl doctor --from api=api.env --from identity=identity.env --from worker=worker.env
\`\`\`

- **Secrets**, marked with a key (🔑), may be in files instead, as Docker and Kubernetes mount them: \`KEY_RING_FILE=/run/secrets/key_ring\`
  in the place of \`KEY_RING\`. One newline at the end of the file does not count. Setting both is a fault, and so is a file that
  cannot be read. A file is read once: restart the process after changing it. No value of a secret is ever printed.
- **Trailing slashes** mean nothing in issuers, sites and endpoints. An address of one resource (\`TOKEN_JWKS_URL\`,
  \`TOKEN_ENDPOINT\`, \`ACCOUNT_URL\`, \`OTLP_TRACES_URL\`, \`STORAGE_EVENTS_URL\`) is taken as it is.
- **Read by** lists the services, for the worker with the roles that need the setting; "command" is \`onboardingctl\`, each of whose
  commands says what it reads.
- **Shared** settings, marked with =, must be the same wherever they are read.

Outside \`development\` every URL of an issuer or a site, and the upload address for partners, must use https and must not point to this
machine, which excludes the addresses of the local stack.
`;

const CLOSING = `## Encrypted connections

Outside \`development\`, no process starts with an unencrypted connection that leaves its machine:

| Setting                                | Needs                                                                                           |
| -------------------------------------- | ----------------------------------------------------------------------------------------------- |
| every \`*DATABASE_URL\` of a service     | \`?sslmode=verify-full\`, and \`&sslrootcert=/path/ca.pem\` for your own authority; or this machine |
| \`REDIS_URL\`                            | \`rediss://\`, or this machine                                                                    |
| \`S3_ENDPOINT\`, \`OTLP_TRACES_URL\`       | \`https://\`, or this machine                                                                     |
| \`SCREENING_URL\`                        | \`https://\`, without exception: names and birth dates go there                                   |
| \`CLAMD_HOST\`                           | this machine, because clamd does not support TLS                                                |
| \`HOST\`                                 | this machine: the proxy that terminates TLS runs on it too                                      |

If a service mesh, a VPN or IPsec encrypts instead, name the settings: \`PLAIN_CONNECTIONS=HOST,CLAMD_HOST\`. Put your own authorities
for https and \`rediss://\` into a file that \`NODE_EXTRA_CA_CERTS\` names.

## Storage without keys

Without \`S3_ACCESS_KEY\` and \`S3_SECRET_KEY\`, the processes use the role of the machine: they look for credentials in the order of AWS's
own tools (environment, profile, web identity of a Kubernetes service account, container, instance) and renew them before they
expire. Name the role in \`STORAGE_SERVICE_USERS\` when you prepare the storage, such as \`arn:aws:iam::123456789012:role/onboarding\`.
\`AUDIT_ANCHORS_ACCESS_KEY\` is optional as well.

The links of partners always need \`S3_LINK_ACCESS_KEY\`: a link dies with the credentials that signed it, and those of a role may
have minutes left when a partner gets a link for half an hour
([decision 0049](decisions/0049-settings-declared-once.md)). Analysts' links live for one minute, so a role can sign them.
`;

export function settingFiles(): Map<string, string> {
  const files = new Map([['docs/settings.md', page()]]);
  for (const reader of Object.keys(READERS) as Reader[]) files.set(`deploy/env/${reader}.env`, exampleFor(reader));
  return files;
}

function page(): string {
  const groups = GROUPS.map(([title, settings]) => {
    const rows = Object.entries(settings).map(([name, setting]) => `| ${cells(name, setting).join(' | ')} |`);
    return `## ${title}\n\n| Setting | Read by | Default | Meaning |\n| --- | --- | --- | --- |\n${rows.join('\n')}\n`;
  });
  return [INTRODUCTION, ...groups, CLOSING].join('\n');
}

function cells(name: string, setting: Setting): string[] {
  const readers = Object.entries(setting.readBy) as [Reader, Need][];
  const marks = [setting.secret === true ? ' 🔑' : '', setting.shared === true ? ' =' : ''].join('');
  const example = setting.example === undefined ? '' : `; for example \`${setting.example}\``;
  const by = readers.map(
    ([reader, need]) => READERS[reader] + (need.roles === undefined ? '' : ` (${need.roles.join(', ')})`),
  );
  return [`\`${name}\`${marks}`, by.join(', '), defaultsOf(readers), setting.meaning + example].map((cell) =>
    cell.replaceAll('|', '\\|'),
  );
}

/** Once if all readers have the same, otherwise for each. */
function defaultsOf(readers: readonly [Reader, Need][]): string {
  const told = readers.map(([reader, need]) => ({ reader, text: defaultOf(need) }));
  const different = new Set(told.map(({ text }) => text));
  if (different.size === 1) return told[0]?.text ?? '';
  return told.map(({ reader, text }) => `${READERS[reader]}: ${text}`).join('; ');
}

function defaultOf(need: Need): string {
  if (need.kind === 'default') return `\`${need.text}\``;
  if (need.kind === 'required') return '**required**';
  if (need.when !== undefined) return `none; required ${need.when}`;
  return need.otherwise ?? 'none';
}

function exampleFor(reader: Reader): string {
  const head = `# Settings of ${reader === 'ctl' ? 'onboardingctl' : `the service ${reader}`}: made by npm run generate, see docs/settings.md.\n# A line without # is required.\n`;
  const groups = GROUPS.flatMap(([title, settings]) => {
    const lines = Object.entries(settings).flatMap(([name, setting]) => {
      const need = setting.readBy[reader];
      return need === undefined ? [] : [exampleLine(name, setting, need, reader)];
    });
    return lines.length === 0 ? [] : [`\n# --- ${title}\n\n${lines.join('\n')}`];
  });
  return head + groups.join('');
}

function exampleLine(name: string, setting: Setting, need: Need, reader: Reader): string {
  const terms = [need.kind === 'default' ? [] : [defaultOf(need)], need.roles ?? []].flat().join(', ');
  const about = plainly(`${setting.meaning}${terms === '' ? '' : ` (${terms})`}`);
  const value = setting.secret === true ? `/run/secrets/${name.toLowerCase()}` : valueFor(setting, need);
  const line = `${name}${setting.secret === true ? '_FILE' : ''}=${value}`;
  // Each command of the operators' program needs a few of them only.
  const isNeeded = need.kind === 'required' && need.roles === undefined && reader !== 'ctl';
  return `# ${about}\n${isNeeded ? '' : '#'}${line}\n`;
}

const valueFor = (setting: Setting, need: Need) => (need.kind === 'default' ? need.text : (setting.example ?? ''));

const plainly = (text: string) => text.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1').replaceAll(/`|\*\*/g, '');
