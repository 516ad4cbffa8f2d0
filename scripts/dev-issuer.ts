/**
 * The development token issuer: a stand-in that signs access tokens for the local stack and the tests, until the
 * identity service exists. Nobody authenticates here, which is why it refuses to run anywhere but in development.
 */
import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JSONWebKeySet, SignJWT } from 'jose';
import { z } from 'zod';
import { failureCode } from './stack/failure.ts';

const issuerKeySchema = z.object({
  kty: z.literal('RSA'),
  kid: z.string(),
  n: z.string(),
  e: z.string(),
  d: z.string(),
  p: z.string(),
  q: z.string(),
  dp: z.string(),
  dq: z.string(),
  qi: z.string(),
});

export type IssuerKey = z.infer<typeof issuerKeySchema>;

export interface TokenRequest {
  readonly issuer: string;
  readonly audience: string;
  readonly clientId: string;
  readonly partnerId: string;
  /** Scopes separated by blanks. */
  readonly scope: string;
  readonly lifetimeSeconds?: number;
  readonly now?: Date;
}

/** The private key kept in the directory, made when there is none yet. */
export async function createIssuerKey(directory: string): Promise<IssuerKey> {
  const file = join(directory, 'signing-key.json');
  const existing = await readIssuerKey(file);
  if (existing !== undefined) return existing;

  const { privateKey } = await generateKeyPair('RS256', { modulusLength: 2048, extractable: true });
  const jwk = await exportJWK(privateKey);
  const created = issuerKeySchema.parse({ ...jwk, kid: await calculateJwkThumbprint(jwk) });
  await mkdir(directory, { recursive: true });
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, `${JSON.stringify(created)}\n`, { mode: 0o600 });
  try {
    // Linking fails where renaming would overwrite: of two processes that start together, both use the first key.
    await link(draft, file);
    return created;
  } catch (thrown) {
    const other = failureCode(thrown) === 'EEXIST' ? await readIssuerKey(file) : undefined;
    if (other === undefined) throw thrown;
    return other;
  } finally {
    await rm(draft);
  }
}

/** The public half of the key, as the API fetches it. */
export async function issuerJwks(directory: string): Promise<JSONWebKeySet> {
  const { kty, kid, n, e } = await createIssuerKey(directory);
  return { keys: [{ kty, kid, n, e, alg: 'RS256', use: 'sig' }] };
}

export async function mintToken(directory: string, request: TokenRequest): Promise<string> {
  const key = await createIssuerKey(directory);
  const issuedAt = Math.floor((request.now ?? new Date()).getTime() / 1000);
  return new SignJWT({ client_id: request.clientId, partner_id: request.partnerId, scope: request.scope })
    .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', kid: key.kid })
    .setIssuer(request.issuer)
    .setAudience(request.audience)
    .setSubject(request.clientId)
    .setJti(randomUUID())
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + (request.lifetimeSeconds ?? 300))
    .sign(await importJWK(key, 'RS256'));
}

async function readIssuerKey(file: string): Promise<IssuerKey | undefined> {
  try {
    return issuerKeySchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (thrown) {
    if (failureCode(thrown) === 'ENOENT') return undefined;
    throw thrown;
  }
}

function answerJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify(body));
}

async function answerRequest(directory: string, url: string, response: ServerResponse): Promise<void> {
  if (url === '/.well-known/jwks.json') return answerJson(response, 200, await issuerJwks(directory));
  if (url === '/health/live') return answerJson(response, 200, { status: 'ok' });
  answerJson(response, 404, { error: 'not_found' });
}

async function serve(environment: NodeJS.ProcessEnv): Promise<void> {
  const { ENVIRONMENT, DEV_ISSUER_DIRECTORY: directory, DEV_ISSUER_PORT } = environment;
  if (ENVIRONMENT !== 'development') {
    throw new Error('The development token issuer runs only with ENVIRONMENT=development');
  }
  const port = Number(DEV_ISSUER_PORT);
  if (directory === undefined || !Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new Error('Set DEV_ISSUER_DIRECTORY to a folder and DEV_ISSUER_PORT to a port between 1 and 65535');
  }
  await createIssuerKey(directory);
  const server = createServer((request, response) => {
    answerRequest(directory, request.url ?? '', response).catch((thrown: unknown) => {
      console.error(thrown);
      answerJson(response, 500, { error: 'server_error' });
    });
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
  console.log(`The development token issuer listens on http://127.0.0.1:${port}`);
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  process.once('SIGTERM', stop).once('SIGINT', stop);
}

if (import.meta.main) {
  try {
    await serve(process.env);
  } catch (thrown) {
    console.error(thrown instanceof Error ? thrown.message : thrown);
    process.exitCode = 1;
  }
}
