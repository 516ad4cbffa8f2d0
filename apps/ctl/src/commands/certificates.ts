// The certificates with which a partner's machines get tokens. Its own admins manage them in the portal; this is for a partner
// without one, and for a leaked key.
import { readFile } from 'node:fs/promises';
import { addNoun } from '@onboarding/command';
import { type Certificate, certificateRegistrationSchema, reasonSchema, TOKEN_SECONDS } from '@onboarding/contract';
import { listCertificates } from '@onboarding/domain/credentials';
import { addCertificate, withdrawCertificate } from '@onboarding/domain/operations';
import { failureCode } from '@onboarding/platform/postgres';
import type { Command } from 'commander';
import { withConfirmation } from '../confirm.ts';
import { explained } from '../explained.ts';
import { WrongUsage } from '../failure.ts';
import { type Laid, toTable, toTime } from '../output.ts';
import { getPartner, PARTNER } from '../partner.ts';
import { accept, type Perform } from '../task.ts';

const READS = 'OPERATIONS_DATABASE_URL (role onboarding_operations)';
const ID = '0193a2b4-7c16-7d3e-9f53-2a6b8c0d1e2f';

export function addCertificates(program: Command, perform: Perform): void {
  const certificates = addNoun(program, 'certificates', "certificates with which partners' systems get tokens");
  addAdd(certificates, perform);
  addList(certificates, perform);
  addRevoke(certificates, perform);
}

function toCertificateTable(certificates: readonly Certificate[]): string | Laid {
  if (certificates.length === 0) return 'This partner has no certificate.';
  const rows = certificates.map((one) => [
    one.certificateId,
    one.status,
    toTime(one.notAfter),
    toTime(one.lastUsedAt),
    one.thumbprint,
    one.name,
  ]);
  return toTable(['CERTIFICATE', 'STATUS', 'EXPIRES', 'LAST USED', 'THUMBPRINT', 'NAME'], rows);
}

function addAdd(certificates: Command, perform: Perform): void {
  const add = certificates
    .command('add')
    .description('register a certificate; systems that hold its private key can get tokens')
    .argument('<partner>', PARTNER)
    .argument('<file>', 'the certificate in PEM format, never the private key')
    .requiredOption('--name <name>', 'a label, for example the machine that holds the key')
    .action(
      perform(async (task, called: string, file: string, { name }: { name: string }) => {
        const registration = accept(certificateRegistrationSchema, { name, certificate: await readText(file) });
        const added = await task.transaction('owner', async (tx) => {
          const { partnerId } = await getPartner(tx, called);
          return addCertificate(tx, task, task.operator(), { ...registration, partnerId });
        });
        task.answer(added, toCertificateTable([added]));
      }),
    );
  explained(add, {
    reads:
      'MIGRATION_DATABASE_URL (role onboarding_owner, because anyone who can add a certificate can act as the partner)',
    examples: [`'Acme Marketplace' acme.pem --name 'machine 1'`],
  });
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new WrongUsage(`${file} cannot be read (${failureCode(error) ?? 'unknown'}).`);
  }
}

function addList(certificates: Command, perform: Perform): void {
  const list = certificates
    .command('list')
    .description('list every certificate that a partner has registered, newest first')
    .argument('<partner>', PARTNER)
    .action(
      perform(async (task, called: string) => {
        const found = await task.transaction('operations', async (tx) =>
          listCertificates(tx, (await getPartner(tx, called)).partnerId, task.clock.now()),
        );
        task.answer({ items: found }, toCertificateTable(found));
      }),
    );
  explained(list, { reads: READS, examples: [`'Acme Marketplace'`] });
}

interface RevokeOptions {
  reason: string;
  yes?: boolean;
}

function addRevoke(certificates: Command, perform: Perform): void {
  const revoke = withConfirmation(certificates.command('revoke'))
    .description('revoke a certificate: no more tokens are issued for it')
    .argument('<partner>', PARTNER)
    .argument('<certificate>', 'its id, as shown by "list"')
    .requiredOption('--reason <text>', 'reason, recorded in the log')
    .action(
      perform(async (task, called: string, certificateId: string, { yes, ...options }: RevokeOptions) => {
        const { reason } = accept(reasonSchema, options);
        await task.confirm({
          warning: `Revoking ${certificateId} cannot be undone; systems that use it can no longer get tokens.`,
          word: 'revoke',
          yes,
        });
        const revoked = await task.transaction('operations', async (tx) => {
          const { partnerId } = await getPartner(tx, called);
          return withdrawCertificate(tx, task, task.operator(), { partnerId, certificateId, reason });
        });
        task.answer(revoked, toCertificateTable([revoked]));
      }),
    );
  explained(revoke, {
    notes: `Tokens that were already issued expire within ${TOKEN_SECONDS} seconds. To refuse them immediately, deactivate the partner.`,
    reads: READS,
    examples: [`'Acme Marketplace' ${ID} --reason 'key leaked'`],
  });
}
