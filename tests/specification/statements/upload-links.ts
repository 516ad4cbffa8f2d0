import { area, tests } from '../statement.ts';

const LINK = 'tests/contract/documents/upload-link.test.ts';
const STORAGE = 'packages/platform/src/s3/s3.system.test.ts';

export const uploadLinks = area('Upload links', [
  {
    no: 231,
    says: 'A link is requested with documentCategory, contentType and, for a document of a person, uboId',
    surface: 'Partner API',
    coveredBy: tests(
      LINK,
      'the answer > is the whole of what an uploader needs, and nothing else',
      'the body > takes every category in any case, and answers its name',
      'the body > * needs a uboId, and any other category does without',
      'the body > all problems are told at once, in the order of the fields, each with what to do',
    ),
  },
  {
    no: 232,
    also: [233],
    says: 'ownershipDetailId is an old name of uboId that still works; two different people are ValidationControl.Error',
    surface: 'Partner API',
    coveredBy: tests(LINK, 'the body > may call the person ownershipDetailId, with a warning, but not mean two'),
  },
  {
    no: 234,
    says: 'fileName is ignored, whatever its value',
    surface: 'Partner API',
    coveredBy: tests(LINK, 'the body > fileName * is ignored with a warning'),
  },
  {
    no: 235,
    says: 'The name of the stored file derives from the category and the type',
    surface: 'Storage',
    coveredBy: tests(
      LINK,
      'the answer > names the file by its category and type: *',
      'the answer > leads to an object of its own, for 30 minutes, with this type, host and no checksum',
    ),
  },
  {
    no: 236,
    says: 'A link is valid for 30 minutes',
    surface: 'Storage',
    coveredBy: [
      ...tests(
        LINK,
        'the answer > leads to an object of its own, for 30 minutes, with this type, host and no checksum',
      ),
      ...tests(STORAGE, 'an upload link > is refused by the storage with a later end'),
    ],
  },
  {
    no: 237,
    also: [238],
    says: 'An upload must have exactly the requested type; the storage refuses any other, and a missing one',
    surface: 'Storage',
    coveredBy: tests(
      STORAGE,
      'an upload link > takes the file of its type',
      'an upload link > is refused by the storage with another type',
      'an upload link > is refused by the storage with no type',
    ),
  },
  {
    no: 239,
    says: 'The storage refuses an upload with an expired link',
    surface: 'Storage',
    coveredBy: tests(STORAGE, 'an upload link > is refused by the storage with 31 minutes too late'),
  },
  {
    no: 240,
    says: 'A file that was uploaded before the next link of its category was requested is kept and counts',
    surface: 'Storage',
    coveredBy: [
      ...tests(LINK, 'a newer link > leaves one that is *'),
      ...tests(
        'tests/faults/documents.system.test.ts',
        'a link that gave way to another > counts if its file was there before',
      ),
    ],
  },
]);
