// A small S3 server inside the test's own process: versioned objects, the settings of buckets, and a refusal that a test chooses.
// It checks neither signatures nor policies; the system tests use a real server for that.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { StorageOptions } from '@onboarding/platform/s3';
import { NO_STORAGE } from '../no-storage.ts';

interface StoredVersion {
  key: string;
  versionId: string;
  /** Undefined for a delete marker. */
  bytes: Buffer | undefined;
  etag: string;
  at: Date;
  /** The headers with which it was uploaded and is returned. */
  headers: Record<string, string>;
}

export interface StorageRequest {
  method: string;
  /** The access key that signed it. */
  by: string;
  bucket: string;
  key: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

interface Bucket {
  /** Newest first. */
  versions: StoredVersion[];
  /** Such as policy and versioning, as they were sent. */
  settings: Map<string, string>;
}

export interface MemoryStorage {
  options: StorageOptions & { accessKey: string; secretKey: string };
  requests: StorageRequest[];
  buckets: Map<string, Bucket>;
  addBucket(name: string, settings?: Record<string, string>): Bucket;
  put(bucket: string, key: string, content: string, headers?: Record<string, string>): StoredVersion;
  /** What the bucket contains, as "key content", in the order of keys, newest version first. */
  contents(bucket: string): string[];
  /** Refuses requests with a status and an error code. */
  refuse(rule: ((request: StorageRequest) => [status: number, code: string] | undefined) | undefined): void;
  /** How many versions one page of a listing has; defaults to 1000. */
  setPageSize(size: number): void;
  /** From now on, requests to delete several versions are answered with an error for each. */
  keepDeleted(): void;
  /** As if it had just been started, but with these buckets. */
  reset(buckets?: readonly string[]): void;
  close(): Promise<void>;
}

export const VERSIONED = '<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>';
const SETTINGS = [
  'policy',
  'versioning',
  'publicAccessBlock',
  'ownershipControls',
  'cors',
  'lifecycle',
  'notification',
  'object-lock',
];
/** Settings that a new bucket already has. */
const EMPTY: Record<string, string> = {
  versioning: '<VersioningConfiguration/>',
  notification: '<NotificationConfiguration/>',
};
const START = Date.parse('2026-01-01T00:00:00Z');

/** `topics`: answers the requests for topics, which a server without them refuses. */
export async function startMemoryStorage(topics?: (request: StorageRequest) => string): Promise<MemoryStorage> {
  const buckets = new Map<string, Bucket>();
  const requests: StorageRequest[] = [];
  let rule: Parameters<MemoryStorage['refuse']>[0];
  let pageSize = 1000;
  let made = 0;
  let isKept = false;

  function add(bucket: Bucket, key: string, bytes: Buffer | undefined, headers: Record<string, string>): StoredVersion {
    made++;
    const etag = createHash('md5')
      .update(bytes ?? '')
      .digest('hex');
    const version = { key, versionId: `v${made}`, bytes, etag, at: new Date(START + made * 1000), headers };
    bucket.versions.unshift(version);
    return version;
  }

  function addBucket(name: string, settings: Record<string, string> = { versioning: VERSIONED }): Bucket {
    const bucket = { versions: [], settings: new Map(Object.entries(settings)) };
    buckets.set(name, bucket);
    return bucket;
  }

  function answerBucket(request: StorageRequest, bucket: Bucket | undefined, response: ServerResponse): ServerResponse {
    const { method, query } = request;
    const setting = SETTINGS.find((name) => query.has(name));
    if (method === 'PUT' && setting === undefined) {
      const locks = request.headers['x-amz-bucket-object-lock-enabled'] === 'true';
      const lock = '<ObjectLockConfiguration><ObjectLockEnabled>Enabled</ObjectLockEnabled></ObjectLockConfiguration>';
      addBucket(request.bucket, locks ? { versioning: VERSIONED, 'object-lock': lock } : {});
      return response.end();
    }
    if (bucket === undefined) return fail(response, 404, 'NoSuchBucket');
    if (setting !== undefined) return answerSetting(request, setting, bucket.settings, response);
    if (method === 'HEAD') return response.end();
    if (query.has('versions')) return response.end(listed(bucket.versions, query, pageSize));
    if (query.has('delete')) {
      const wanted = toDeletedVersions(request.body.toString());
      const errors = wanted.map(({ key }) => xml('Error', { Key: key, Code: 'InternalError' })).join('');
      if (isKept) return response.end(xml('DeleteResult', { '': errors }));
      for (const { key, versionId } of wanted)
        bucket.versions = bucket.versions.filter((one) => one.key !== key || one.versionId !== versionId);
      return response.end('<DeleteResult/>');
    }
    if (method === 'GET') return response.end('<ListBucketResult/>');
    return fail(response, 501, 'NotImplemented');
  }

  function answerObject(request: StorageRequest, bucket: Bucket, response: ServerResponse): ServerResponse {
    const { method, key, query } = request;
    const versionId = query.get('versionId');
    if (method === 'PUT') return upload(request, bucket, response);
    if (method === 'POST') return response.end('<InitiateMultipartUploadResult/>');
    if (method === 'DELETE') {
      if (versionId === null) add(bucket, key, undefined, {});
      else bucket.versions = bucket.versions.filter((one) => one.key !== key || one.versionId !== versionId);
      return response.writeHead(204).end();
    }
    const found = bucket.versions.find((one) => one.key === key && (versionId ?? one.versionId) === one.versionId);
    if (found?.bytes === undefined) return fail(response, 404, versionId === null ? 'NoSuchKey' : 'NoSuchVersion');
    return sendVersion(request, found, found.bytes, bucket, response);
  }

  function upload({ key, headers, body }: StorageRequest, bucket: Bucket, response: ServerResponse): ServerResponse {
    const source = headers['x-amz-copy-source'];
    if (source === undefined) {
      const kept = Object.entries(headers).filter(([name]) => name === 'content-type' || name.startsWith('x-amz-meta'));
      const { versionId } = add(bucket, key, body, Object.fromEntries(kept.map(([name, value]) => [name, `${value}`])));
      return response.setHeader('x-amz-version-id', versionId).end();
    }
    const { pathname, searchParams } = new URL(String(source).replace(/^\/?/, '/'), 'http://storage');
    const [, from = '', ...path] = decodeURIComponent(pathname).split('/');
    const wanted = searchParams.get('versionId');
    const original = buckets
      .get(from)
      ?.versions.find((one) => one.key === path.join('/') && (wanted ?? one.versionId) === one.versionId);
    if (original?.bytes === undefined) return fail(response, 404, 'NoSuchKey');
    const match = headers['x-amz-copy-source-if-match'];
    if (match !== undefined && match !== original.etag) return fail(response, 412, 'PreconditionFailed');
    const isReplaced = headers['x-amz-metadata-directive'] === 'REPLACE';
    const own: Record<string, string> = { 'content-type': headers['content-type'] ?? 'binary/octet-stream' };
    add(bucket, key, original.bytes, isReplaced ? own : original.headers);
    return response.end(xml('CopyObjectResult', { ETag: `"${original.etag}"` }));
  }

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams: query } = new URL(incoming.url ?? '/', 'http://storage');
    const [, bucketName = '', ...path] = decodeURIComponent(pathname).split('/');
    const signed = incoming.headers.authorization ?? `Credential=${query.get('X-Amz-Credential') ?? ''}`;
    const request: StorageRequest = {
      method: incoming.method ?? '',
      by: /Credential=([^/]*)/.exec(signed)?.[1] ?? '',
      bucket: bucketName,
      key: path.join('/'),
      query,
      headers: incoming.headers,
      body: await buffer(incoming),
    };
    requests.push(request);
    const refused = rule?.(request);
    const bucket = buckets.get(bucketName);
    if (refused !== undefined) fail(response, ...refused);
    else if (bucketName === '' && topics !== undefined) response.end(topics(request));
    else if (bucketName === '') fail(response, 405, 'MethodNotAllowed');
    else if (request.key === '') answerBucket(request, bucket, response);
    else if (bucket === undefined) fail(response, 404, 'NoSuchBucket');
    else answerObject(request, bucket, response);
  }

  const server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    options: { ...NO_STORAGE, endpoint: `http://127.0.0.1:${port}` },
    requests,
    buckets,
    addBucket,
    put: (name, key, content, headers = {}) =>
      add(buckets.get(name) ?? addBucket(name), key, Buffer.from(content), headers),
    contents: (name) =>
      (buckets.get(name)?.versions ?? [])
        .map(({ key, bytes }) => `${key} ${bytes === undefined ? '(deleted)' : bytes.toString()}`)
        .toSorted(),
    refuse(next) {
      rule = next;
    },
    setPageSize(size) {
      pageSize = size;
    },
    keepDeleted() {
      isKept = true;
    },
    reset(names = []) {
      buckets.clear();
      requests.length = 0;
      rule = undefined;
      pageSize = 1000;
      isKept = false;
      for (const name of names) addBucket(name);
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function fail(response: ServerResponse, status: number, code: string): ServerResponse {
  response.writeHead(status, { 'content-type': 'application/xml' });
  return response.end(xml('Error', { Code: code }));
}

function answerSetting(
  { method, body }: StorageRequest,
  name: string,
  settings: Bucket['settings'],
  response: ServerResponse,
): ServerResponse {
  if (method === 'PUT') settings.set(name, body.toString());
  else if (method === 'DELETE') settings.delete(name);
  else {
    const text = settings.get(name) ?? EMPTY[name];
    return text === undefined ? fail(response, 404, 'NoSuchConfiguration') : response.end(text);
  }
  return response.end();
}

function sendVersion(
  { method, headers }: StorageRequest,
  { versionId, etag, at, headers: own }: StoredVersion,
  bytes: Buffer,
  bucket: Bucket,
  response: ServerResponse,
): ServerResponse {
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
  if (from !== undefined && Number(from) >= bytes.length) return fail(response, 416, 'InvalidRange');
  const part = from === undefined ? bytes : bytes.subarray(Number(from), Number(to) + 1);
  response.writeHead(from === undefined ? 200 : 206, {
    'content-length': part.length,
    etag: `"${etag}"`,
    'last-modified': at.toUTCString(),
    ...(bucket.settings.has('versioning') ? { 'x-amz-version-id': versionId } : {}),
    ...(from === undefined ? {} : { 'content-range': `bytes ${from}-${to}/${bytes.length}` }),
    ...own,
  });
  return response.end(method === 'HEAD' ? undefined : part);
}

/** A page of the versions below a prefix, after the marker, in the order of keys. */
function listed(versions: readonly StoredVersion[], query: URLSearchParams, pageSize: number): string {
  const prefix = query.get('prefix') ?? '';
  const [afterKey, afterVersion] = [query.get('key-marker'), query.get('version-id-marker')];
  const all = versions
    .filter(({ key }) => key.startsWith(prefix))
    .toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  const exact = all.findIndex((one) => one.key === afterKey && one.versionId === afterVersion);
  const later = exact >= 0 ? all.slice(exact + 1) : all.filter(({ key }) => afterKey === null || key > afterKey);
  const page = later.slice(0, pageSize);
  const last = page.at(-1);
  return xml('ListVersionsResult', {
    IsTruncated: String(later.length > page.length),
    ...(last === undefined ? {} : { NextKeyMarker: last.key, NextVersionIdMarker: last.versionId }),
    '': page
      .map((one) =>
        xml(one.bytes === undefined ? 'DeleteMarker' : 'Version', {
          Key: one.key,
          VersionId: one.versionId,
          IsLatest: String(all.find(({ key }) => key === one.key) === one),
          LastModified: one.at.toISOString(),
          ETag: `"${one.etag}"`,
          Size: String(one.bytes?.length ?? 0),
        }),
      )
      .join(''),
  });
}

/** The entry without a name is inserted as it is. */
function xml(name: string, { '': inner = '', ...texts }: Record<string, string>): string {
  const parts = Object.entries(texts).map(([tag, text]) => `<${tag}>${text.replaceAll('"', '&quot;')}</${tag}>`);
  return `<${name}>${parts.join('')}${inner}</${name}>`;
}

/** The versions that a request to delete several names. */
const toDeletedVersions = (body: string): { key: string; versionId: string }[] =>
  [...body.matchAll(/<Key>([^<]*)<\/Key><VersionId>([^<]*)<\/VersionId>/g)].map(([, key = '', versionId = '']) => ({
    key,
    versionId,
  }));
