import {
  businessProfilePatchBody,
  businessProfilePutBody,
  DOCUMENT_MIB,
  type ErrorCode,
  IMAGE_MEGAPIXELS,
  patchAnswerSchema,
  putAnswerSchema,
  UPLOAD_LINK_MINUTES,
  uploadLinkAnswerSchema,
  uploadLinkSchema,
} from '@onboarding/contract';
import { submittedDocuments, type UpdateOutcome, updateBusiness } from '@onboarding/domain/profiles';
import { giveUploadLink, purposeOf } from '@onboarding/domain/uploads';
import {
  patchAnswerExample,
  patchExample,
  putAnswerExample,
  putExample,
  uploadLinkAnswerExample,
  uploadLinkExample,
} from '../examples/business.ts';
import { checkedBody, rawBody } from '../http/body.ts';
import { tokenRoute } from '../http/declare.ts';

const UPDATE_ERRORS: readonly ErrorCode[] = [
  'ValidationControl.Error',
  'PhoneNumber.Invalid',
  'BusinessType.NotFound',
  'Country.NotFound',
  'OnboardingConfig.NotFound',
  'Document.NotFound',
  'Document.AccessDenied',
  'Customer.PartnerCustomerIdInvalid',
  'Customer.NotFound',
  'Customer.UnderReview',
  'Customer.Closed',
  'Customer.VersionMismatch',
  'Partner.NotAuthorized',
];

const malformed = 'ValidationControl.Error';

export const putBusinessProfile = tokenRoute({
  method: 'PUT',
  path: '/partner/v1/business-profiles/{businessProfileId}',
  operationId: 'putBusinessProfile',
  summary: 'Replace the fields of a business',
  description:
    'An omitted field is cleared, except addresses, financials, people and metadata, which are left unchanged. People are updated or added, never removed; a person with a uboId keeps omitted fields, as in a PATCH. The id in the path is the customerId.',
  scope: 'partner.write',
  writes: true,
  idempotent: true,
  body: rawBody({ schema: businessProfilePutBody, example: putExample, malformed }),
  answer: { schema: putAnswerSchema, example: putAnswerExample },
  errors: [...UPDATE_ERRORS, 'Partner.BusinessProfileIdMismatch'],
  async handler(tx, { context, actor, catalogue, params, ifMatch, body }) {
    const request = { kind: 'PUT', customerId: params.businessProfileId, ifMatch, body } as const;
    return withETag(await updateBusiness(tx, context, actor, catalogue, request));
  },
});

const PATCH_DESCRIPTION = `**A person whose e-mail is known is updated, not appended.** If the \`uboId\` or e-mail (case-insensitive) of a person in
\`businessPersonList\` is already on the profile, that person is updated. Otherwise the person is added. Nobody is ever removed.
The response shows which applied: if \`amara@people.example\` is on the profile and \`ben@people.example\` is not, the response
to a PATCH with both has \`"added": false\` for Amara, with her existing \`uboId\`, and \`"added": true\` for Ben.

**To correct a person, send the \`uboId\` and the fields to change**, for example
\`{ "uboId": "0193a2b4-7c11-7d3f-8a44-5b6c7d8e9f01", "phone": "+2348031234568" }\`. Omitted fields keep their values, identities
included, so you do not have to keep identity numbers. If you send \`identities\`, the list replaces the stored one: name each
identity that stays by its \`identityId\`, with only the fields to change. The rules apply to the person as a whole: an expired
passport, for example, has to be corrected in the same request. Without a \`uboId\`, send every required field.

Only the fields that you send are changed; null clears an optional field. The pairs of \`metadata\` are added to those stored, and
null removes one. To respond to ChangesRequested, send people, documents or
a field that a reason names in \`remediation.fields\`, all in one PATCH.

List documents in \`businessDocumentIdList\` once their files are uploaded. You do not have to wait for the checks: this request
checks a file that has just arrived, for up to 5 seconds. \`Document.NotUploaded\` means that there is no file, or that the file
was refused; the message gives the reason. 503 means that we could not check the file: send the request again after
\`Retry-After\`.`;

export const patchBusinessProfile = tokenRoute({
  method: 'PATCH',
  path: '/partner/v1/business-profiles/{customerId}',
  operationId: 'patchBusinessProfile',
  summary: 'Update a business and its people',
  description: PATCH_DESCRIPTION,
  scope: 'partner.write',
  writes: true,
  idempotent: true,
  body: rawBody({ schema: businessProfilePatchBody, example: patchExample, malformed }),
  answer: { schema: patchAnswerSchema, example: patchAnswerExample },
  errors: [...UPDATE_ERRORS, 'Document.NotUploaded'],
  // Checks files that were just uploaded, so that callers need not wait for a worker.
  async prepare({ actor, params, body }, documentLook) {
    const documentIds = submittedDocuments(body);
    const { partnerId } = actor;
    return { lookedFor: await documentLook.check({ partnerId, customerId: params.customerId, documentIds }) };
  },
  async handler(tx, { context, actor, catalogue, params, ifMatch, body, lookedFor }) {
    const request = { kind: 'PATCH', customerId: params.customerId, ifMatch, body, lookedFor } as const;
    return withETag(await updateBusiness(tx, context, actor, catalogue, request));
  },
});

function withETag({ answer, warnings }: UpdateOutcome) {
  return { value: answer, warnings, headers: { etag: `"${answer.version}"` } };
}

const UPLOAD_LINK_DESCRIPTION = `Send the file to \`uploadUrl\` with \`PUT\` within ${UPLOAD_LINK_MINUTES} minutes, with exactly the headers that the response lists and without your
token. The link itself grants access, so keep it secret. Storage refuses any other content type, and expired links. We check
each file that arrives: its size (up to ${DOCUMENT_MIB} MiB and ${IMAGE_MEGAPIXELS} megapixels), its content, and whether it contains viruses. If it passes, the
document is Confirmed and you get the event \`business.document.confirmed\`. If it is refused, the
event \`business.document.rejected\` and the record say why.

A new link replaces an unused link for the same category and person. A repeated \`Idempotency-Key\` returns the same link with
the same expiry. You can get links while a review is in progress.`;

export const postUploadLink = tokenRoute({
  method: 'POST',
  path: '/partner/v1/business-profiles/{customerId}/documents/upload-link',
  operationId: 'postUploadLink',
  summary: 'Get an upload link for a document',
  description: UPLOAD_LINK_DESCRIPTION,
  scope: 'partner.write',
  writes: true,
  idempotent: true,
  limitClass: 'upload-links',
  body: checkedBody({ schema: uploadLinkSchema, example: uploadLinkExample, malformed }),
  answer: { schema: uploadLinkAnswerSchema, example: uploadLinkAnswerExample },
  errors: [
    'ValidationControl.Error',
    'Customer.NotFound',
    'Customer.Closed',
    'Partner.NotAuthorized',
    'Document.DailyLimit',
  ],
  // A file that has just arrived at an older link counts, although no worker has seen it yet.
  async prepare({ actor, params, body }, documentLook) {
    const purpose = purposeOf(params.customerId, body);
    return purpose === undefined ? {} : { usedLinks: await documentLook.findUsedLinks(actor.partnerId, purpose) };
  },
  handler: async (tx, { context, actor, params, body, usedLinks: used }) => ({
    value: await giveUploadLink(tx, context, actor, { customerId: params.customerId, body, used }),
    // One of the fields also has an older name, so two kinds of warnings have to be merged in order.
    warnings: body.inFieldOrder(body.warnings),
  }),
});
