import { type ApiRequestPage, ERRORS } from '@onboarding/contract';

export const apiRequestsExample: ApiRequestPage = {
  items: [
    {
      entryId: '0193a2b4-8f22-7a11-9c3d-4e5f60718293',
      requestId: '0193a2b4-8f1e-7b42-8d1c-2f3a4b5c6d7e',
      occurredAt: '2026-11-15T09:31:12.034Z',
      method: 'PATCH',
      path: '/api/partner/v1/business-profiles/{customerId}',
      customerId: '0193a2b4-7c11-7d3e-9f53-2a6b8c0d1e2f',
      status: 400,
      code: 'ValidationControl.Error',
      cause: ERRORS['ValidationControl.Error'].cause,
      remedy: ERRORS['ValidationControl.Error'].remedy,
      problems: [{ pointer: '/businessPersonList/0/nationality', code: 'ValidationControl.Error' }],
      durationMs: 6,
    },
  ],
  nextCursor: null,
};
