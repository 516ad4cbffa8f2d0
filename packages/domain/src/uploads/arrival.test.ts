import { describe, expect, test } from 'vitest';
import { readArrivals } from './arrival.ts';

const ids = {
  partnerId: '0193a2b4-7c11-7d3f-8a44-5b6c7d8e9f01',
  customerId: '0193a2b4-7c11-7d40-8b55-6c7d8e9f0a12',
  documentId: '0193a2b4-7c11-7d42-8d77-8e9f0a1b2c34',
};
const key = `incoming/${ids.partnerId}/${ids.customerId}/${ids.documentId}/BankStatement.pdf`;
const record = (objectKey: unknown, eventName = 'ObjectCreated:Put') => ({
  eventVersion: '2.2',
  eventSource: 'aws:s3',
  eventName,
  eventTime: '2026-11-15T07:20:00.123Z',
  s3: { bucket: { name: 'documents' }, object: { key: objectKey, size: 5, eTag: 'x', versionId: 'v' } },
});
const told = (...records: unknown[]) => readArrivals(JSON.stringify({ Records: records }));
const bridge = (change: object = {}) =>
  readArrivals(
    JSON.stringify({
      version: '0',
      source: 'aws.s3',
      'detail-type': 'Object Created',
      detail: { bucket: { name: 'documents' }, object: { key, size: 5, 'version-id': 'v' }, reason: 'PutObject' },
      ...change,
    }),
  );

describe('reads arrivals', () => {
  test.each([
    ['from AWS', told(record(key))],
    ['from AWS, with an encoded key', told(record(encodeURIComponent(key)))],
    ['from Ceph, whose event names have a prefix', told(record(key, 's3:ObjectCreated:Put'))],
    ['from a multipart upload', told(record(key, 'ObjectCreated:CompleteMultipartUpload'))],
    ['from EventBridge', bridge()],
    ['with the key prefix of an earlier release', told(record(key.replace('incoming/', 'documents/')))],
    ['from two notifications for the same document', told(record(key), record(encodeURIComponent(key)))],
  ])('%s', (_, { arrivals, ignored }) => {
    expect(arrivals).toEqual([ids]);
    expect(ignored).toBe(0);
  });

  test('among others, and counts what it ignores', () => {
    const other = { ...ids, documentId: ids.documentId.replace('2c34', '2c35') };
    const otherKey = key.replace(ids.documentId, other.documentId);
    expect(told(record(key), null, record(otherKey), record('else/where.pdf'))).toEqual({
      arrivals: [ids, other],
      ignored: 2,
    });
  });
});

describe('ignores', () => {
  test.each([
    ['a removal', told(record(key, 'ObjectRemoved:Delete'))],
    ['a key with an unknown extension', told(record(`${key}.exe`))],
    ['a key with an unknown category', told(record(key.replace('BankStatement', 'Bank')))],
    ['a key with a path traversal', told(record(key.replace('BankStatement', '../BankStatement')))],
    ['a key that cannot be decoded', told(record('%E0%A4%A'))],
    ['a key that is not a string', told(record({ key }))],
    ['a record without an object', told({ eventName: 'ObjectCreated:Put' })],
    ['a removal from EventBridge', bridge({ 'detail-type': 'Object Deleted' })],
    ['EventBridge without details', bridge({ detail: null })],
    ['an AWS test event', readArrivals('{"Service":"Amazon S3","Event":"s3:TestEvent","Bucket":"documents"}')],
    ['invalid JSON', readArrivals('{"Records":[')],
    ['an empty body', readArrivals('')],
    ['a number', readArrivals('7')],
    ['deep nesting', readArrivals('['.repeat(100_000) + ']'.repeat(100_000))],
  ])('%s', (_, { arrivals, ignored }) => {
    expect(arrivals).toEqual([]);
    expect(ignored).toBe(1);
  });
});
