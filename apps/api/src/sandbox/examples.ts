// Examples for the sandbox's OpenAPI document.
export const simulationExample = {
  outcome: 'RequestChanges',
  reasons: [{ code: 'Document.Missing', message: 'Please upload the current certificate of incorporation.' }],
};

export const simulatedExample = {
  customerId: '0193a2b4-7c11-7d3f-8a44-5b6c7d8e9f01',
  partnerCustomerId: 'acme-4711',
  verificationStatus: 'ChangesRequested',
  version: 3,
};
