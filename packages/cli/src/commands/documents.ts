import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { addNoun } from '@onboarding/command';
import type { UploadLinkRequest } from '@onboarding/sdk';
import type { Command } from 'commander';
import { explained } from '../explained.ts';
import { CliFailure, wrongUsage } from '../failure.ts';
import { BUSINESS, customerIdOf } from '../named-business.ts';
import { toDuration } from '../output/durations.ts';
import { paintStatus, toFacts } from '../output/layout.ts';
import type { Perform, Task } from '../task.ts';

type Category = UploadLinkRequest['documentCategory'];
type ContentType = UploadLinkRequest['contentType'];

const TYPES: Record<string, ContentType> = {
  '.pdf': 'application/pdf',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
};

interface UploadOptions {
  category: Category;
  person?: string;
  contentType?: ContentType;
  timeout: string;
}

export function addDocuments(program: Command, perform: Perform): void {
  explained(
    addNoun(program, 'documents', 'upload documents')
      .command('upload')
      .description('upload a file and wait until it is confirmed')
      .argument(BUSINESS[0], 'the customer id of the business, or your own reference')
      .argument('<file>', 'a PDF, JPEG or PNG')
      .requiredOption('--category <category>', 'what it is, such as CertificateOfIncorporation')
      .option('--person <id>', 'the uboId of the person it concerns')
      .option('--content-type <type>', 'content type, if the file name does not show it')
      .option('--timeout <time>', 'how long to wait for the checks', '2m')
      .action(perform(upload)),
    {
      notes: 'If the file is refused, the command prints the reason and exits with 1.',
      examples: ['$CUSTOMER statement.pdf --category BankStatement'],
    },
  );
}

async function upload(task: Task, business: string, path: string, options: UploadOptions): Promise<void> {
  const contentType = options.contentType ?? TYPES[extname(path).toLowerCase()];
  if (contentType === undefined) throw wrongUsage(`The name of ${path} does not show its type: pass --content-type.`);
  const timeoutMs = toDuration('--timeout', options.timeout);
  const file = await readFile(path).catch(() => {
    throw new CliFailure(`${path} cannot be read: check the path and your permissions.`);
  });
  const client = await task.client();
  const customerId = await customerIdOf(task, business);
  const document = await task.during(async (progress) => {
    progress.stage(`Uploading ${path}`);
    return client.uploadDocument(customerId, file, {
      documentCategory: options.category,
      contentType,
      ...(options.person !== undefined && { uboId: options.person }),
      waitMs: timeoutMs,
      signal: task.signal,
      onProgress({ sentBytes, totalBytes }) {
        progress.part(sentBytes, totalBytes);
        if (sentBytes === totalBytes) progress.stage('Uploaded; waiting for the checks');
      },
    });
  });
  task.answer(
    document,
    toFacts(task.page, [
      ['Document', document.documentId],
      ['Category', document.documentCategory],
      ['Status', paintStatus(task.page.paint, document.status)],
      ['Size', `${document.sizeBytes ?? file.length} bytes`],
      ['SHA-256', document.sha256 ?? '-'],
    ]),
  );
}
