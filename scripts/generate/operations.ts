// The operations that a site calls, as types and as a table: from the same route tables as the OpenAPI documents. A schema is
// named after its export in the contract, so a page that reads a changed response fails the type check.

import type { Realm } from '@onboarding/contract';
import * as contract from '@onboarding/contract';
import { complianceRoutes } from '../../apps/api/src/compliance/routes.ts';
import { dashboardRoutes } from '../../apps/api/src/dashboard/routes.ts';
import { isDownload } from '../../apps/api/src/http/access.ts';
import type { SessionRoute } from '../../apps/api/src/http/route.ts';
import { PREFIX } from '../../apps/api/src/http/surface.ts';
import { operationsRoutes } from '../../apps/api/src/operations/routes.ts';
import { sessionRoutes } from '../../apps/api/src/session/routes.ts';

const NAMES = new Map<unknown, string>(Object.entries(contract).map(([name, value]) => [value, name]));

/** The file of each site, and its text. */
export function siteOperations(): [file: string, text: string][] {
  const sessionOf = (wanted: Realm) => sessionRoutes.filter(({ realm }) => realm === wanted);
  return [
    ['apps/portal/src/api/operations.gen.ts', operationsFile([...sessionOf('partner'), ...dashboardRoutes])],
    [
      'apps/console/src/api/operations.gen.ts',
      operationsFile([...sessionOf('staff'), ...complianceRoutes, ...operationsRoutes]),
    ],
  ];
}

function operationsFile(routes: readonly SessionRoute[]): string {
  return `// Made by \`npm run generate\` from the route tables of the API.
import type * as contract from '@onboarding/contract';
import type { OperationTable } from '@onboarding/ui/api';
import type { z } from 'zod';

export interface Operations {
${routes.map(typesOf).join('\n')}
}

export const OPERATIONS: OperationTable<Operations> = {
${routes.map(entryOf).join('\n')}
};
`;
}

function typesOf({ operationId, path, query, body, answer }: SessionRoute): string {
  const params = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => `${name}: string`);
  return `  ${operationId}: {
    params: ${params.length === 0 ? 'undefined' : `{ ${params.join('; ')} }`};
    query: ${query === undefined ? 'undefined' : `keyof z.input<typeof contract.${nameOf(query, operationId)}>`};
    body: ${body === undefined ? 'undefined' : `z.input<typeof contract.${nameOf(body.schema, operationId)}>`};
    answer: z.output<typeof contract.${nameOf(answer.schema, operationId)}>;
  };`;
}

function entryOf(route: SessionRoute): string {
  const { operationId, method, path, roles, stepUp = false } = route;
  const file = isDownload(route) ? ', file: true' : '';
  return `  ${operationId}: { method: '${method}', path: '${PREFIX}${path}', roles: [${roles.map((role) => `'${role}'`).join(', ')}], stepUp: ${stepUp}${file} },`;
}

function nameOf(schema: unknown, operationId: string): string {
  const name = NAMES.get(schema);
  if (name === undefined)
    throw new Error(`${operationId}: export its schemas from @onboarding/contract, so that sites can use their types`);
  return name;
}
