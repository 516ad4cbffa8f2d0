// A customer whose personal fields all contain unique words, and the search for these words in everything that the
// service leaves behind.
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { GetObjectCommand, ListObjectVersionsCommand, S3Client } from '@aws-sdk/client-s3';
import { findPostgresBinaries } from '../../scripts/servers/postgres-server.ts';
import { artefacts } from '../harness/artefacts.ts';
import { validAddress, validBody, validIdentity, validPerson } from '../harness/bodies.ts';
import type { TestDatabase } from '../harness/database.ts';
import type { TestStorage } from '../harness/servers/storage.ts';

let made = 0;

/** Letters only, so that it can be part of a name; unique across runs. */
function word(): string {
  const letters = Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) => 'bcdfghjklmnpqrstvwxz'[byte % 20]);
  return `Q${letters.join('')}${'aeiou'[made++ % 5]}`;
}

const digits = (count: number) =>
  Array.from(crypto.getRandomValues(new Uint8Array(count)), (byte) => byte % 10).join('');

let numbers = 0;

/** Stores each value under the name of its field. */
export class Markers {
  readonly values = new Map<string, string>();

  private keep(field: string, value: string): string {
    this.values.set(field, value);
    return value;
  }
  text = (field: string) => this.keep(field, word());
  email = (field: string) => `${this.text(field)}@people.example`;
  website = (field: string) => `https://${this.text(field).toLowerCase()}.company.example`;
  phone = (field: string) => this.keep(field, `+23480${digits(8)}`);
  /** The last four digits differ: they stay visible where a number is masked. */
  number = (field: string) => this.keep(field, `70707${digits(2)}${String(++numbers).padStart(4, '0')}`);
  /** In a year that nothing else uses. */
  date = (field: string, year: number) => this.keep(field, `${year}-0${1 + (made++ % 9)}-1${made % 10}`);

  address(field: string) {
    return {
      ...validAddress(),
      streetLine1: `4 ${this.text(`${field}.streetLine1`)} Road`,
      streetLine2: this.text(`${field}.streetLine2`),
      city: this.text(`${field}.city`),
      state: this.text(`${field}.state`),
      postalCode: this.keep(`${field}.postalCode`, `9${digits(9)}`),
    };
  }

  person(field: string, years: { birth: number; expiry: number }, overrides: Record<string, unknown> = {}) {
    return validPerson({
      firstName: this.text(`${field}.firstName`),
      lastName: this.text(`${field}.lastName`),
      birthDate: this.date(`${field}.birthDate`, years.birth),
      email: this.email(`${field}.email`),
      phone: this.phone(`${field}.phone`),
      address: this.address(`${field}.address`),
      identities: [
        {
          ...validIdentity(),
          identityValue: this.number(`${field}.identityValue`),
          expiryDate: this.date(`${field}.expiryDate`, years.expiry),
        },
      ],
      metadata: { note: this.text(`${field}.metadata`) },
      ...overrides,
    });
  }

  business(overrides: Record<string, unknown> = {}) {
    return validBody({
      companyName: `${this.text('companyName')} Ltd`,
      tradingName: this.text('tradingName'),
      email: this.email('email'),
      phoneNumber: this.phone('phoneNumber'),
      website: this.website('website'),
      description: `They deal in ${this.text('description')}.`,
      registrationNumber: this.keep('registrationNumber', digits(9)),
      registrationDate: this.date('registrationDate', 1953),
      addresses: [this.address('addresses')],
      metadata: { note: this.text('metadata') },
      businessPersonList: [this.person('owner', { birth: 1917, expiry: 2073 })],
      ...overrides,
    });
  }

  /** The fields whose value is in a text, in any form: another case, masked, as JSON, hexadecimal or base64. */
  foundIn(text: string): string[] {
    const lower = text.toLowerCase();
    return [...this.values]
      .filter(([, value]) => dresses(value).some((one) => one(text, lower)))
      .map(([field]) => field);
  }
}

type Dress = (text: string, lower: string) => boolean;

function dresses(value: string): Dress[] {
  const small = value.toLowerCase();
  const spellings = [value, small, value.toUpperCase()];
  const inLower = [
    small,
    encodeURIComponent(small),
    JSON.stringify(small).slice(1, -1),
    ...spellings.map((one) => Buffer.from(one).toString('hex')),
    ...(value.startsWith('70707') ? [`****${value.slice(-4)}`] : []),
  ];
  // Base64 of the same bytes differs at each of three offsets; the characters that include neighbouring bytes are cut
  // off.
  const encoded = spellings.flatMap((one) =>
    [0, 1, 2].map((before) => {
      const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(one)]);
      const whole = Math.floor(bytes.length / 3) * 4;
      return bytes.toString('base64').slice(before === 0 ? 0 : 4, whole);
    }),
  );
  return [
    (_, lower) => inLower.some((one) => lower.includes(one)),
    (text) => encoded.some((one) => text.includes(one)),
  ];
}

/** All data of all schemas, as in a backup. */
export async function dumpOf(database: TestDatabase): Promise<string> {
  const pgDump = findPostgresBinaries().postgres.replace(/postgres$/, 'pg_dump');
  const { stdout } = await promisify(execFile)(pgDump, ['--inserts', '--dbname', database.superuserUrl], {
    maxBuffer: 256 * 1024 * 1024,
  });
  return stdout;
}

/** Every version of every object in all buckets, with its name. */
export async function objectsOf({ options }: TestStorage): Promise<string[]> {
  const { endpoint = '', region, accessKey: accessKeyId, secretKey: secretAccessKey } = options;
  const s3 = new S3Client({ endpoint, region, forcePathStyle: true, credentials: { accessKeyId, secretAccessKey } });
  try {
    const all: string[] = [];
    for (const Bucket of [options.bucket, options.keptBucket, options.quarantineBucket]) {
      const { Versions = [] } = await s3.send(new ListObjectVersionsCommand({ Bucket }));
      for (const { Key, VersionId } of Versions) {
        const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key, VersionId }));
        all.push(`${Bucket}/${Key} ${(await Body?.transformToString('latin1')) ?? ''}`);
      }
    }
    return all;
  } finally {
    s3.destroy();
  }
}

/** The logs of these processes. */
export function logsOf(pids: readonly (number | undefined)[]): string {
  const ends = pids.map((pid) => `-${pid}.log`);
  const files = readdirSync(artefacts('logs')).filter((file) => ends.some((end) => file.endsWith(end)));
  return files.map((file) => readFileSync(join(artefacts('logs'), file), 'utf8')).join('\n');
}
