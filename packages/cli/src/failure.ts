/** Something that only the caller can put right. Its message is all that is shown. */
export class CliFailure extends Error {
  override name = 'CliFailure';
}
