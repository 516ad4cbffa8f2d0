// Made by npm run generate from the route tables of the Partner API and the sandbox. Change it there.
import type {
  Advance,
  Advanced,
  ApiRequestPage,
  AuditPage,
  BusinessProfile,
  BusinessProfileCreate,
  BusinessProfileCreated,
  BusinessProfileList,
  BusinessProfilePatch,
  BusinessProfilePatched,
  BusinessProfilePut,
  BusinessProfileReplaced,
  BusinessProfileValid,
  BusinessType,
  ChangesPage,
  Country,
  IdentityRequirement,
  ListApiRequestsQuery,
  ListBusinessProfilesQuery,
  ListIdentityRequirementsQuery,
  ReadAuditTrailQuery,
  ReadChangesQuery,
  Simulated,
  Simulation,
  UploadLink,
  UploadLinkRequest,
  VerificationStatus,
} from './api.gen.ts';
import type { CallOptions, NotModified, ReadOptions, UpdateOptions, WriteOptions } from './call-options.ts';
import { type Sending, segment } from './sending.ts';

/** One method for each operation. Each resolves with the value of the answer, or rejects with an OnboardingError. */
export abstract class ApiOperations {
  protected abstract send<T>(sending: Sending): Promise<T>;

  /** Create a business with its people. */
  async createBusinessProfile(body: BusinessProfileCreate, options?: WriteOptions): Promise<BusinessProfileCreated> {
    return this.send({ operation: 'createBusinessProfile', method: 'POST', path: `/api/partner/v1/business-profiles`, keyed: true, body, options });
  }

  /** List your businesses. */
  async listBusinessProfiles(query?: ListBusinessProfilesQuery, options?: CallOptions): Promise<BusinessProfileList> {
    return this.send({ operation: 'listBusinessProfiles', method: 'GET', path: `/api/partner/v1/business-profiles`, safe: true, query: { ...query }, options });
  }

  /** Validate a business without saving it. */
  async validateBusinessProfile(body: BusinessProfileCreate, options?: CallOptions): Promise<BusinessProfileValid> {
    return this.send({ operation: 'validateBusinessProfile', method: 'POST', path: `/api/partner/v1/business-profiles/validate`, safe: true, body, options });
  }

  /** Read a business by id. */
  async readBusinessProfile<Options extends ReadOptions>(customerId: string, options?: Options): Promise<BusinessProfile | NotModified<Options>> {
    return this.send({ operation: 'readBusinessProfile', method: 'GET', path: `/api/partner/v1/business-profiles/${segment(customerId)}`, safe: true, options });
  }

  /** Replace the fields of a business. */
  async putBusinessProfile(customerId: string, body: BusinessProfilePut, options?: UpdateOptions): Promise<BusinessProfileReplaced> {
    return this.send({ operation: 'putBusinessProfile', method: 'PUT', path: `/api/partner/v1/business-profiles/${segment(customerId)}`, keyed: true, body, options });
  }

  /** Update a business and its people. */
  async patchBusinessProfile(customerId: string, body: BusinessProfilePatch, options?: UpdateOptions): Promise<BusinessProfilePatched> {
    return this.send({ operation: 'patchBusinessProfile', method: 'PATCH', path: `/api/partner/v1/business-profiles/${segment(customerId)}`, keyed: true, body, options });
  }

  /** Read a business by your reference. */
  async readBusinessProfileByReference<Options extends ReadOptions>(partnerCustomerId: string, options?: Options): Promise<BusinessProfile | NotModified<Options>> {
    return this.send({ operation: 'readBusinessProfileByReference', method: 'GET', path: `/api/partner/v1/business-profiles/by-reference/${segment(partnerCustomerId)}`, safe: true, options });
  }

  /** Read the verification status of a business. */
  async readVerificationStatus<Options extends ReadOptions>(customerId: string, options?: Options): Promise<VerificationStatus | NotModified<Options>> {
    return this.send({ operation: 'readVerificationStatus', method: 'GET', path: `/api/partner/v1/business-profiles/${segment(customerId)}/verification-status`, safe: true, options });
  }

  /** Read the audit trail of a business. */
  async readAuditTrail(customerId: string, query?: ReadAuditTrailQuery, options?: CallOptions): Promise<AuditPage> {
    return this.send({ operation: 'readAuditTrail', method: 'GET', path: `/api/partner/v1/business-profiles/${segment(customerId)}/audit`, safe: true, query: { ...query }, options });
  }

  /** Get an upload link for a document. */
  async postUploadLink(customerId: string, body: UploadLinkRequest, options?: WriteOptions): Promise<UploadLink> {
    return this.send({ operation: 'postUploadLink', method: 'POST', path: `/api/partner/v1/business-profiles/${segment(customerId)}/documents/upload-link`, keyed: true, body, options });
  }

  /** List accepted identity documents. */
  async listIdentityRequirements<Options extends ReadOptions>(query: ListIdentityRequirementsQuery, options?: Options): Promise<IdentityRequirement[] | NotModified<Options>> {
    return this.send({ operation: 'listIdentityRequirements', method: 'GET', path: `/api/customer/v1/onboarding/ubo-identity-requirements`, safe: true, query: { ...query }, options });
  }

  /** List countries. */
  async listCountries<Options extends ReadOptions>(options?: Options): Promise<Country[] | NotModified<Options>> {
    return this.send({ operation: 'listCountries', method: 'GET', path: `/api/partner/v1/countries`, safe: true, options });
  }

  /** List business types. */
  async listBusinessTypes<Options extends ReadOptions>(options?: Options): Promise<BusinessType[] | NotModified<Options>> {
    return this.send({ operation: 'listBusinessTypes', method: 'GET', path: `/api/partner/v1/business-types`, safe: true, options });
  }

  /** Follow changes to your customers. */
  async readChanges(query?: ReadChangesQuery, options?: CallOptions): Promise<ChangesPage> {
    return this.send({ operation: 'readChanges', method: 'GET', path: `/api/partner/v1/changes`, safe: true, query: { ...query }, options });
  }

  /** List your API requests. */
  async listApiRequests(query?: ListApiRequestsQuery, options?: CallOptions): Promise<ApiRequestPage> {
    return this.send({ operation: 'listApiRequests', method: 'GET', path: `/api/partner/v1/api-requests`, safe: true, query: { ...query }, options });
  }

  /** Simulate the review of a business. */
  async simulateVerification(customerId: string, body: Simulation, options?: WriteOptions): Promise<Simulated> {
    return this.send({ operation: 'simulateVerification', method: 'POST', path: `/api/partner/v1/sandbox/business-profiles/${segment(customerId)}/simulate`, keyed: true, body, options });
  }

  /** Advance time for a business. */
  async advanceDays(customerId: string, body: Advance, options?: WriteOptions): Promise<Advanced> {
    return this.send({ operation: 'advanceDays', method: 'POST', path: `/api/partner/v1/sandbox/business-profiles/${segment(customerId)}/advance`, keyed: true, body, options });
  }
}
