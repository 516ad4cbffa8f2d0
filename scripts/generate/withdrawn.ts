// docs/migrating.md: from the operations that are no longer served to their successors.
import { PREFIX } from '../../apps/api/src/http/surface.ts';
import { WITHDRAWN } from '../../apps/api/src/partner/withdrawn.ts';

const HEAD = `# Migrating from the withdrawn routes

<!-- Made by npm run generate from the API's own table. -->

An earlier version of this API needed many calls to onboard a business: create it, add each owner, ask for requirements, submit. Now one
call does it all. The old routes have been withdrawn: each answers **410 \`Route.Withdrawn\`** to every caller, with or without a token.
The message says what to call instead. If the successor has a URL, it is also in the \`Link\` header, with
\`rel="successor-version"\`, so that a program can log it.

## Migrate in this order

1. **Tokens.** Register a certificate and get tokens from the identity service ([tokens](tokens.md)). There is no client secret.
2. **Create.** Send the whole business with its people in one \`POST\`, with an \`Idempotency-Key\` ([retries](retries.md)).
   \`.../validate\` takes the same body, saves nothing and lists every problem.
3. **Documents.** Request an upload link for the customer, then upload the file to storage ([documents](documents.md)).
4. **Status.** Read \`verification-status\` or, better, receive [webhooks](webhooks.md). Onboarding stages no longer exist.
5. **Webhooks.** A person registers the URL in the portal; API credentials cannot change it.
6. **Check.** Search your logs for 410 for a week. If you find none, you are done.

## Each route and its successor
`;

export function migratingPage(): [path: string, text: string] {
  const sections = WITHDRAWN.map(({ method, path, successor, text }) => {
    const use = successor === undefined ? 'There is no successor.' : `Use ${code(successor.named)}.`;
    return `- \`${method} ${PREFIX}${path}\`\n  ${text} ${use}`;
  });
  return ['docs/migrating.md', `${HEAD}\n${sections.join('\n')}\n`];
}

const code = (named: string) => (/^[A-Z]+ \//.test(named) ? `\`${named}\`` : named);
