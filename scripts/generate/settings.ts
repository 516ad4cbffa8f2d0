// The reference page of settings and the example files, from the declarations in packages/settings.
import { GROUPS, IN_PRODUCTION, type Need, type Reader, type Setting } from '@onboarding/settings';

const READERS: Record<Reader, string> = {
  api: 'API',
  identity: 'identity',
  worker: 'worker',
  ctl: 'command',
};

const INTRODUCTION = `# Settings

<!-- Made by npm run generate from the declarations in packages/settings/src/catalogue. -->

Example files for each service: [deploy/env](../deploy/env).

Every process reads its settings from the environment once, when it starts. If any are missing or wrong, it lists all of them, says
how to fix each, and exits. \`onboardingctl config check\` checks the settings of all services, and those of the command itself
(\`ctl.env\`), together without starting anything: it also compares shared settings, and warns about names that no service reads. \`onboardingctl doctor\` then connects to every server
that the settings name ([command](command.md)):

\`\`\`sh
onboardingctl config check --from api=api.env --from identity=identity.env --from worker=worker.env --from ctl=ctl.env
onboardingctl doctor --from api=api.env --from identity=identity.env --from worker=worker.env --from ctl=ctl.env
\`\`\`

- **Secrets**, marked with a key (🔑), can be read from files, such as those that Docker and Kubernetes mount: set
  \`KEY_RING_FILE=/run/secrets/key_ring\` instead of \`KEY_RING\`. One newline at the end of the file is ignored. Setting both is an
  error, and so is a file that cannot be read. A file is read only once: restart the process after you change it. Secret values are
  never printed.
- **Trailing slashes** are ignored in issuers, sites and endpoints. The address of a single resource (\`TOKEN_JWKS_URL\`,
  \`TOKEN_ENDPOINT\`, \`ACCOUNT_URL\`, \`OTLP_TRACES_URL\`, \`STORAGE_EVENTS_URL\`) is used unchanged.
- **Read by** lists the services and, for the worker, the roles that need the setting. "command" is \`onboardingctl\`; the help of
  each command lists the settings that it reads.
- **Shared** settings, marked with =, must have the same value wherever they are read.

Outside \`development\`, every URL of an issuer or a site, and the upload address for partners, must use https and must not point to this
machine, so the addresses of the local stack are refused.
`;

const CLOSING = `## Encrypted connections

Outside \`development\`, no process starts with an unencrypted connection that leaves its machine:

| Setting                                | Needs                                                                                           |
| -------------------------------------- | ----------------------------------------------------------------------------------------------- |
| every \`*DATABASE_URL\` of a service     | \`?sslmode=verify-full\`, and \`&sslrootcert=/path/ca.pem\` for your own authority; or this machine |
| \`REDIS_URL\`                            | \`rediss://\`, or this machine                                                                    |
| \`S3_ENDPOINT\`, \`OTLP_TRACES_URL\`       | \`https://\`, or this machine                                                                     |
| \`SCREENING_URL\`                        | \`https://\`, without exception, because names and birth dates are sent there                     |
| \`CLAMD_HOST\`                           | this machine, because clamd does not support TLS                                                |
| \`HOST\`                                 | this machine, where the proxy that terminates TLS must run too                                  |

If a service mesh, a VPN or IPsec encrypts a connection instead, list its setting in \`PLAIN_CONNECTIONS\`, for example
\`PLAIN_CONNECTIONS=HOST,CLAMD_HOST\`. To use your own certificate authority for https and \`rediss://\`, set \`NODE_EXTRA_CA_CERTS\` to
the path of a file with its certificate.

## Storage without keys

Without \`S3_ACCESS_KEY\` and \`S3_SECRET_KEY\`, the processes use the role of the machine: they look for credentials in the same order
as AWS's own tools (environment, profile, web identity of a Kubernetes service account, container, instance) and renew them before
they expire. List the role in \`STORAGE_SERVICE_USERS\` when you prepare the storage, such as \`arn:aws:iam::123456789012:role/onboarding\`.
\`AUDIT_ANCHORS_ACCESS_KEY\` is optional as well.

Upload links always need \`S3_LINK_ACCESS_KEY\`. A link stops working when the credentials that signed it expire, and those of a role
may expire within minutes, although a partner gets a link for half an hour
([decision 0049](decisions/0049-settings-declared-once.md)). Links for viewing documents are valid for one minute, so a role can sign
them.
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

/** Once if all readers have the same default, otherwise for each. */
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
  const head = `# Settings of ${reader === 'ctl' ? 'onboardingctl' : `the service ${reader}`}: made by npm run generate, see docs/settings.md.\n# ${WHAT_IS_REQUIRED[reader]}\n`;
  const groups = GROUPS.flatMap(([title, settings]) => {
    const lines = Object.entries(settings).flatMap(([name, setting]) => {
      const need = setting.readBy[reader];
      return need === undefined ? [] : [exampleLine(name, setting, need, reader)];
    });
    return lines.length === 0 ? [] : [`\n# --- ${title}\n\n${lines.join('\n')}`];
  });
  return head + groups.join('');
}

const WHAT_IS_REQUIRED: Record<Reader, string> = {
  api: 'Lines without # are required. Those of the portal and the console are needed only if you serve these sites.',
  identity: 'Lines without # are required.',
  worker: 'Lines without # are required, those with roles in parentheses by a worker with one of these roles.',
  ctl: 'Each command needs some of them: its help says which.',
};

/** Optional for the API, but nearly every installation has both sites, and the systemd units pass their secrets. */
const OF_SITES = new Set([
  'STAFF_DATABASE_URL',
  'OPERATIONS_DATABASE_URL',
  'PORTAL_URL',
  'PORTAL_CLIENT_SECRET',
  'CONSOLE_URL',
  'CONSOLE_CLIENT_SECRET',
]);

function exampleLine(name: string, setting: Setting, need: Need, reader: Reader): string {
  const terms = [need.kind === 'default' ? [] : [defaultOf(need)], need.roles ?? []].flat().join(', ');
  const about = plainly(`${setting.meaning}${terms === '' ? '' : ` (${terms})`}`);
  const value = setting.secret === true ? `/run/secrets/${name.toLowerCase()}` : valueFor(setting, need);
  const line = `${name}${setting.secret === true ? '_FILE' : ''}=${value}`;
  const isNeeded =
    reader !== 'ctl' &&
    (need.kind === 'required' || need.when === IN_PRODUCTION || (reader === 'api' && OF_SITES.has(name)));
  return `# ${about}\n${isNeeded ? '' : '#'}${line}\n`;
}

const valueFor = (setting: Setting, need: Need) =>
  need.kind === 'default' && need.when === undefined ? need.text : (setting.example ?? '');

const plainly = (text: string) => text.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1').replaceAll(/`|\*\*/g, '');
