// The part of the analysts' table of contents that is about what they read.
import {
  auditQuerySchema,
  documentViewSchema,
  packageSchema,
  reasonCatalogueSchema,
  reviewAuditPageSchema,
} from '@onboarding/contract';
import type { SessionRoute } from '../http/route.ts';
import { documentViewExample, packageExample, reasonsExample, reviewAuditExample } from './package-examples.ts';
import { listReasons, readOnePackage, readPackageTrail, viewOneDocument } from './packages.ts';
import { COMPLIANCE, PACKAGE, READERS, STAFF } from './terms.ts';

export const packageRoutes: readonly SessionRoute[] = [
  {
    ...STAFF,
    method: 'GET',
    path: PACKAGE,
    operationId: 'readPackage',
    summary: 'See everything about one business',
    description:
      'The business with its people and documents, what was pointed out and found about it, what was decided, noted and done. Identity numbers are masked here as well.',
    roles: READERS,
    writes: false,
    answer: { schema: packageSchema, example: packageExample },
    errors: ['Customer.NotFound'],
    handler: readOnePackage,
  },
  {
    ...STAFF,
    method: 'POST',
    path: `${PACKAGE}/documents/{documentId}/view`,
    operationId: 'viewDocument',
    summary: 'Get a link for looking at a document',
    description:
      'The link leads to the very version that was checked, is good for one minute and is saved rather than shown by a browser. Each is on the trail.',
    roles: READERS,
    writes: true,
    answer: { schema: documentViewSchema, example: documentViewExample },
    errors: ['Customer.NotFound', 'Customer.Closed', 'Review.SubjectNotFound', 'Review.DocumentUnreadable'],
    handler: viewOneDocument,
  },
  {
    ...STAFF,
    method: 'GET',
    path: `${PACKAGE}/audit`,
    operationId: 'readPackageTrail',
    summary: 'See what was done to a business, when and by whom',
    description:
      'Newest first: follow nextCursor until it is null. Each entry is bound to the one before it by its hash; a command verifies the whole chain.',
    roles: READERS,
    writes: false,
    query: auditQuerySchema,
    answer: { schema: reviewAuditPageSchema, example: reviewAuditExample },
    errors: ['Customer.NotFound'],
    handler: readPackageTrail,
  },
  {
    ...STAFF,
    method: 'GET',
    path: `${COMPLIANCE}/reasons`,
    operationId: 'listReasons',
    summary: 'See the reasons that a decision can have',
    description: 'With what the partner reads, what it can do about each, and what each must point at.',
    roles: READERS,
    writes: false,
    answer: { schema: reasonCatalogueSchema, example: reasonsExample },
    errors: [],
    handler: listReasons,
  },
];
