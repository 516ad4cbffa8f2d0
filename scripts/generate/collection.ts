// A collection for Bruno, an API client: one request for each operation of the Partner API and the sandbox, in the order of a
// first day, with a token that a script fetches.
import { DOCUMENTS } from '../../apps/api/src/docs/documents.ts';
import { demoPartners } from '../seed.ts';
import { ENVIRONMENT_NAMES, issuerOf, readSettings, siteOf } from '../stack/settings.ts';

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
}

interface Operation {
  operationId: string;
  summary: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { example: Record<string, unknown> }> };
}

interface Request extends Operation {
  method: string;
  path: string;
}

const FOLDER = 'docs/collection';
const DOCUMENTED = ['openapi.json', 'openapi-sandbox.json'];
/** Creates a business first, which the others then use. */
const FIRST = ['createBusinessProfile'];

/** Values of a request that the reference's example cannot contain. */
const BODIES: Record<string, Record<string, unknown>> = {
  createBusinessProfile: { partnerCustomerId: 'bruno-{{$guid}}' },
  validateBusinessProfile: { partnerCustomerId: 'bruno-{{$guid}}' },
  putBusinessProfile: { customerId: '{{customerId}}', partnerCustomerId: '{{partnerCustomerId}}' },
  simulateVerification: { outcome: 'Approve', reasons: undefined },
};

const QUERIES: Record<string, Record<string, string>> = {
  listBusinessProfiles: { limit: '20' },
  listIdentityRequirements: { countryCode: 'NGA' },
  readChanges: { limit: '20' },
};

const SCRIPTS: Record<string, string> = {
  createBusinessProfile: `bru.setVar('customerId', res.getBody().value.customerId);
bru.setVar('partnerCustomerId', res.getBody().value.partnerCustomerId);`,
  simulateVerification: `// The screening of a business that was just changed takes a moment: 409 Sandbox.NotReady.
if (res.getStatus() === 409 && res.getBody().error.code === 'Sandbox.NotReady') {
  await bru.sleep(1000);
  bru.setNextRequest(req.getName());
}`,
};

const TOKEN_SCRIPT = `// A token is valid for five minutes. Your private key signs the assertion that requests it: docs/tokens.md.
const { createSign, randomUUID } = require('crypto');
const { readFileSync } = require('fs');
const { resolve } = require('path');

if (!(bru.getVar('tokenEndsAt') > Date.now())) {
  const [issuer, clientId, keyFile] = ['issuer', 'clientId', 'keyFile'].map((name) => bru.getEnvVar(name));
  const now = Math.floor(Date.now() / 1000);
  const claims = { iss: clientId, sub: clientId, aud: issuer, iat: now, exp: now + 60, jti: randomUUID() };
  const part = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const text = part({ alg: 'RS256', typ: 'JWT' }) + '.' + part(claims);
  const signature = createSign('sha256').update(text).sign(readFileSync(resolve(bru.cwd(), keyFile)), 'base64url');
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: text + '.' + signature,
  });
  const { data } = await bru.sendRequest({
    method: 'POST',
    url: issuer + '/oauth2/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    data: form.toString(),
  });
  bru.setVar('token', data.access_token);
  bru.setVar('tokenEndsAt', Date.now() + (data.expires_in - 30) * 1000);
}`;

/** The script needs two modules of Node and a file. */
const COLLECTION = `{
  "version": "1",
  "name": "Partner Business Onboarding",
  "type": "collection",
  "scripts": { "moduleWhitelist": ["crypto", "fs", "path"], "filesystemAccess": { "allow": true } }
}
`;

/** The files, by their path. */
export function collectionFiles(): [path: string, text: string][] {
  const requests = readRequests();
  const ordered = [
    ...requests.filter(({ operationId }) => FIRST.includes(operationId)),
    ...requests.filter(({ operationId }) => !FIRST.includes(operationId)),
  ];
  return [
    [`${FOLDER}/bruno.json`, COLLECTION],
    [`${FOLDER}/collection.bru`, collectionFile()],
    ...ENVIRONMENT_NAMES.map((name): [string, string] => [
      `${FOLDER}/environments/local-${name}.bru`,
      environmentFile(name),
    ]),
    ...ordered.map((request, index): [string, string] => [
      `${FOLDER}/${fileName(request.operationId)}.bru`,
      requestFile(request, index + 1),
    ]),
  ];
}

function readRequests(): Request[] {
  return DOCUMENTS.filter(({ file }) => DOCUMENTED.includes(file)).flatMap(({ create }) => {
    const { paths } = JSON.parse(JSON.stringify(create())) as { paths: Record<string, Record<string, Operation>> };
    return Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ ...operation, method, path })),
    );
  });
}

const fileName = (operationId: string) => operationId.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

function collectionFile(): string {
  return [
    block('auth', ['mode: bearer']),
    block('auth:bearer', ['token: {{token}}']),
    block('script:pre-request', TOKEN_SCRIPT.split('\n')),
  ].join('\n');
}

function environmentFile(name: (typeof ENVIRONMENT_NAMES)[number]): string {
  const settings = readSettings({}, name);
  const [acme] = demoPartners;
  return block('vars', [
    `api: ${siteOf(settings)}`,
    `issuer: ${issuerOf(settings)}`,
    `clientId: ${acme?.clientId}`,
    'keyFile: ../../.stack/keys/acme.key.pem',
  ]);
}

function requestFile({ operationId, summary, method, path, parameters = [], requestBody }: Request, seq: number) {
  const query = QUERIES[operationId] ?? {};
  const url = path.replace('{partnerCustomerId}', '{{partnerCustomerId}}').replace(/\{\w+Id\}(?!\})/, '{{customerId}}');
  const queried = parameters.filter((one) => one.in === 'query');
  const search = new URLSearchParams(query).toString();
  const example = requestBody?.content['application/json']?.example;
  const body = example === undefined ? undefined : { ...example, ...BODIES[operationId] };
  const keyed = parameters.some(({ name }) => name === 'Idempotency-Key');
  const script = SCRIPTS[operationId];
  const fine = operationId === 'simulateVerification' ? 'to.be.oneOf([200, 409])' : 'to.equal(200)';
  return [
    block('meta', [`name: ${summary}`, 'type: http', `seq: ${seq}`]),
    block(method, [
      `url: {{api}}${url}${search === '' ? '' : `?${search}`}`,
      `body: ${body === undefined ? 'none' : 'json'}`,
      'auth: inherit',
    ]),
    ...(queried.length === 0
      ? []
      : [
          block(
            'params:query',
            queried
              .toSorted((one, other) => Number(other.name in query) - Number(one.name in query))
              .map(({ name }) => (name in query ? `${name}: ${query[name]}` : `~${name}: `.trimEnd())),
          ),
        ]),
    ...(keyed ? [block('headers', ['Idempotency-Key: {{$guid}}'])] : []),
    ...(body === undefined ? [] : [block('body:json', JSON.stringify(body, null, 2).split('\n'))]),
    ...(script === undefined ? [] : [block('script:post-response', script.split('\n'))]),
    block('tests', ["test('is answered', () => {", `  expect(res.getStatus()).${fine};`, '});']),
  ].join('\n');
}

function block(name: string, lines: readonly string[]): string {
  return `${name} {\n${lines.map((line) => (line === '' ? '' : `  ${line}`)).join('\n')}\n}\n`;
}
