// A business with many people and documents, as corporate groups and cooperatives send them.
import { validAddress, validIdentity, validPerson } from '../bodies.ts';
import { storeDocument } from './businesses.ts';
import type { PartnerSystem } from './partner-system.ts';
import type { SiteScene } from './site.ts';
import type { Customer } from './updates.ts';

export const LARGE = { people: 50, documents: 100 } as const;

let numbers = 0;

/** Soon enough to be flagged. */
const soon = () => new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);

/** With a unique identity number. */
export const uniquePerson = (more: Record<string, unknown> = {}, { expiresSoon = false } = {}) =>
  validPerson({
    address: validAddress(),
    identities: [
      {
        ...validIdentity(),
        identityValue: `90909${String(++numbers).padStart(6, '0')}`,
        ...(expiresSoon ? { expiryDate: soon() } : {}),
      },
    ],
    ...more,
  });

const FAMILIES = ['Obi', 'Bello', 'Duarte', 'Mensah', 'Okafor', 'Adeyemi', 'Nwosu', 'Silva', 'Haddad', 'Kone'];
const GIVEN = ['Amara', 'Tunde', 'Ines', 'Kwame', 'Zainab'];

const BUSINESS_PAPERS = [
  'CertificateOfIncorporation',
  'BankStatement',
  'ShareholderRegister',
  'SourceOfFunds',
  'Other',
];
const PERSONAL_PAPERS = ['IdentityFront', 'IdentityBack'];

/** An identity document of the last person expires soon. Ten files were refused. */
export async function createLarge(
  scene: SiteScene,
  partner: PartnerSystem,
  overrides: Record<string, unknown> = {},
): Promise<Customer & { documentIds: string[] }> {
  const businessPersonList = Array.from({ length: LARGE.people }, (_, index) =>
    uniquePerson(
      {
        firstName: GIVEN[index % GIVEN.length],
        lastName: `${FAMILIES[index % FAMILIES.length]}-${index + 1}`,
        ownershipType: index % 7 === 0 ? ['DIRECTOR', 'SHAREHOLDER'] : ['SHAREHOLDER'],
        percentageShare: index === 0 ? 30 : index === 1 ? 20 : 1,
      },
      { expiresSoon: index === LARGE.people - 1 },
    ),
  );
  const customer = await partner.create({ companyName: 'Lagos Traders Cooperative', businessPersonList, ...overrides });
  const documentIds: string[] = [];
  for (let index = 0; index < LARGE.documents; index++) {
    const isPersonal = index >= 20;
    const papers = isPersonal ? PERSONAL_PAPERS : BUSINESS_PAPERS;
    const id = await storeDocument(scene, customer, {
      category: papers[index % papers.length] ?? 'Other',
      uboId: isPersonal ? customer.uboIds[Math.floor((index - 20) / 2)] : undefined,
      refused: index % 10 === 9,
    });
    documentIds.push(id);
  }
  return { ...customer, documentIds };
}
