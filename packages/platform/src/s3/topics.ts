// Topics, which configure where a server that pushes its events (Ceph) sends them.
import { SNSClient } from '@aws-sdk/client-sns';
import { credentialsOf, type StorageOptions } from './store.ts';

export const TOPIC = 'onboarding-documents';

export function topicsOf(
  { region, ...keys }: Pick<StorageOptions, 'region' | 'accessKey' | 'secretKey'>,
  endpoint: string | undefined,
): SNSClient {
  return new SNSClient({ region, ...(endpoint === undefined ? {} : { endpoint }), ...credentialsOf(keys) });
}
