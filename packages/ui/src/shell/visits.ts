/** As Chromium, Firefox and Safari say that a part of the site could not be fetched. */
export const isMissingPart = (error: unknown): boolean =>
  /dynamically imported module|Importing a module script failed/i.test(String(error));

/** A page that was reloaded in vain says so instead of reloading for ever. */
export const reloads = (isMissing: boolean, reloadedBefore: string | null): boolean =>
  isMissing && reloadedBefore === null;

/** The first page of a visit keeps the focus where browsers put it; each later one moves it to its heading. */
export const takesFocus = (visited: string | undefined, path: string): boolean =>
  visited !== undefined && visited !== path;
