// Every statement of the specification in our own words, by area. docs/specification-coverage.md is made from this.
import type { Area } from './statement.ts';
import { purpose } from './statements/purpose.ts';

export const AREAS: readonly Area[] = [purpose];
