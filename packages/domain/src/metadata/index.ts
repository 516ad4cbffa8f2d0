// Owns: the pairs that partners attach to their businesses and people. Only they see them: no review, event or log uses them.
export {
  compareMetadata,
  type MetadataChanges,
  type PairsBySubject,
  pairsBySubject,
  sentMetadata,
  wouldHold,
} from './metadata.ts';
export {
  addingMetadata,
  erasingMetadata,
  havingPairs,
  listMetadata,
  listNamedBy,
  type MetadataRow,
  metadataValues,
  type PairLists,
  removingMetadata,
  toPairLists,
} from './metadata-store.ts';
