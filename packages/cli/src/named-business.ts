// How commands name a business: by its customer id, or by the partner's own reference.
import type { Task } from './task.ts';

/** The argument of a command that works on one business. */
export const BUSINESS = ['<business>', 'its customer id, or your own reference'] as const;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether it is a customer id, as opposed to a reference of the partner. */
export const isCustomerId = (text: string) => UUID.test(text);

export async function customerIdOf({ client, signal }: Task, business: string): Promise<string> {
  if (isCustomerId(business)) return business;
  return (await (await client()).readBusinessProfileByReference(business, { signal })).customerId;
}
