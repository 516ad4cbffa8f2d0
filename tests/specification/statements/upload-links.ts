import { area, tagged } from '../statement.ts';

const LINK = 'tests/contract/documents/upload-link.test.ts';
const STORAGE = 'packages/platform/src/s3/s3.system.test.ts';

export const uploadLinks = area('Upload links', [
  {
    no: 231,
    says: 'A link is requested with documentCategory, contentType and, for a document of a person, uboId',
    surface: 'Partner API',
    coveredBy: [tagged(LINK)],
  },
  {
    no: 232,
    also: [233],
    says: 'ownershipDetailId is an old name of uboId that still works; two different people are ValidationControl.Error',
    surface: 'Partner API',
    coveredBy: [tagged(LINK)],
  },
  {
    no: 234,
    says: 'fileName is ignored, whatever its value',
    surface: 'Partner API',
    coveredBy: [tagged(LINK)],
  },
  {
    no: 235,
    says: 'The name of the stored file derives from the category and the type',
    surface: 'Storage',
    coveredBy: [tagged(LINK)],
  },
  {
    no: 236,
    says: 'A link is valid for 30 minutes',
    surface: 'Storage',
    coveredBy: [tagged(LINK), tagged(STORAGE, 'a later expiry')],
  },
  {
    no: 237,
    also: [238],
    says: 'An upload must have exactly the requested type; the storage refuses any other, and a missing one',
    surface: 'Storage',
    coveredBy: [tagged(STORAGE, 'another type', 'no type')],
  },
  {
    no: 239,
    says: 'The storage refuses an upload with an expired link',
    surface: 'Storage',
    coveredBy: [tagged(STORAGE, 'after 31 minutes')],
  },
  {
    no: 240,
    says: 'A file that was uploaded before the next link of its category was requested is kept and counts',
    surface: 'Storage',
    coveredBy: [tagged(LINK), tagged('tests/faults/documents.system.test.ts')],
  },
]);
