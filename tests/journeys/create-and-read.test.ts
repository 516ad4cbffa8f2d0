import { describe, expect, test } from 'vitest';
import { type TestApi, useTestApi } from '../harness/api.ts';
import { validBody, validPerson } from '../harness/bodies.ts';

let api: TestApi;
useTestApi((made) => {
  ({ api } = made);
});

describe('a partner creates a business and reads it back', () => {
  test('by id and by reference, with exactly the data that was sent', {
    tags: ['S-3', 'S-44', 'S-155', 'S-198', 'S-199', 'S-205', 'S-206', 'S-215'],
  }, async () => {
    const body = validBody({
      businessPersonList: [validPerson(), validPerson({ ownershipType: ['DIRECTOR', 'UBO', 'UBO'] })],
    });
    const created = await api.create(body);
    expect(created.json()).toMatchObject({
      isSuccess: true,
      value: { partnerCustomerId: body.partnerCustomerId, verificationStatus: 'PendingVerification', version: 1 },
    });
    const { customerId, ubos } = created.json().value;
    expect(ubos).toHaveLength(2);
    const ids = [customerId, ...ubos.map((ubo: { uboId: string }) => ubo.uboId)];
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);

    const read = await api.call('GET', `/partner/v1/business-profiles/${customerId}`);
    expect(read.statusCode).toBe(200);
    expect(read.headers.etag).toBe('"1"');
    const { businessPersonList: sentPeople, ...sent } = body;
    expect(read.json().value).toMatchObject({ ...sent, customerId, canUpdate: true, documents: [], version: 1 });
    expect(read.json().value.businessPersonList.map((person: { uboId: string }) => person.uboId)).toEqual(
      ubos.map((ubo: { uboId: string }) => ubo.uboId),
    );
    const { identities: sentIdentities, ...sentPerson } = sentPeople[0] as ReturnType<typeof validPerson>;
    expect(read.json().value.businessPersonList[0]).toMatchObject(sentPerson);
    expect(read.json().value.businessPersonList[1].ownershipType).toEqual(['DIRECTOR', 'UBO']);
    const number = sentIdentities[0]?.identityValue ?? '';
    expect(read.json().value.businessPersonList[0].identities[0]).toMatchObject({
      identityTypeCode: 'NATIOANL_ID',
      identityValueMasked: `****${number.slice(-4)}`,
    });
    expect(read.body).not.toContain(number);

    const byReference = await api.call('GET', `/partner/v1/business-profiles/by-reference/${body.partnerCustomerId}`);
    expect(byReference.json().value).toEqual(read.json().value);
  });
});
