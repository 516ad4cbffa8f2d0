// Where processes that tests start keep what Node has compiled, so that it is done once for all of them: it is half of the
// time that an operator's command takes.
import { resolve } from 'node:path';

export const COMPILED = { NODE_COMPILE_CACHE: resolve('.test/compiled') };
