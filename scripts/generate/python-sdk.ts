// The generated part of the Python SDK: models, operations and the version.
import { readFileSync } from 'node:fs';
import { pythonModels } from './python-models.ts';
import { pythonOperations } from './python-operations.ts';
import { partnerOperations } from './sdk.ts';

const PACKAGE = 'packages/sdk-python/src/onboarding_sdk';

export function pythonSdkFiles(): [file: string, text: string][] {
  const { operations, schemas } = partnerOperations();
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  return [
    [`${PACKAGE}/models.py`, pythonModels(schemas)],
    [`${PACKAGE}/_operations.py`, pythonOperations(operations)],
    [`${PACKAGE}/_version.py`, `# Made by npm run generate from package.json.\n__version__ = "${version}"\n`],
  ];
}
