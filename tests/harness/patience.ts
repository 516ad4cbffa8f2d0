/**
 * How long a test waits for what must come. Far longer than anything takes, because a machine that others use as well can be ten
 * times slower; it only sees to it that a run ends. What must be quick is held against something else in its own test.
 */
export const PATIENCE_MS = 400_000;
