// The Python SDK as a driver, with either of its clients.
import { resolve } from 'node:path';
import { pythonTools } from '../../scripts/openapi-tools.ts';
import { startChildDriver } from './child-driver.ts';
import type { Driver } from './driver.ts';

const PACKAGE = resolve('packages/sdk-python');

export async function startPythonDriver(client: 'sync' | 'async'): Promise<Driver> {
  const parts = [await pythonTools(), `${PACKAGE}/tests/case_driver.py`, client];
  return startChildDriver(parts, { PYTHONPATH: `${PACKAGE}/src` });
}
