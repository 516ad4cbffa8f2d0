// How an entry of the log of API requests reads.
import type { ApiRequest } from '@onboarding/contract';
import { OWN_REQUEST_ID } from '@onboarding/contract/limits';

/** Text that someone typed or pasted, as a request id; undefined while it cannot be one. */
export function typedRequestId(text: string): string | undefined {
  const id = text.trim();
  return OWN_REQUEST_ID.test(id) ? id : undefined;
}

/** Where the documentation explains an error. */
export const docsOf = (code: string): string => `/docs/errors#${code.toLowerCase().replaceAll('.', '')}`;

/** The fields at fault by code: most errors have one code and several fields. */
export function faultsOf({
  problems,
  code,
}: Pick<ApiRequest, 'problems' | 'code'>): { code: string; fields: string[] }[] {
  const byCode = Map.groupBy(problems, (problem) => problem.code);
  if (code !== null && !byCode.has(code)) byCode.set(code, []);
  return [...byCode].map(([each, found]) => ({
    code: each,
    fields: [...new Set(found.map(({ pointer }) => pointer).filter((pointer) => pointer !== ''))],
  }));
}
