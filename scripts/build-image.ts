// Assembles the content of the image: `npm run build:image`. The Containerfile runs it and copies the result.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { commitOfCheckout } from './commit.ts';
import { assemble, compile } from './image/assemble.ts';

const USAGE = `usage: npm run build:image [-- --into FOLDER] [--commit COMMIT]
Writes the contents of the image into FOLDER (default: .build/image). The folder can be moved. Also compiles the programs, so that
they start faster; Node compiles them again if they run from another path.`;

const { values } = parseArgs({
  options: { into: { type: 'string' }, commit: { type: 'string' }, help: { type: 'boolean' } },
});
if (values.help) console.log(USAGE);
else {
  const into = resolve(values.into ?? '.build/image');
  await assemble(into, values.commit ?? commitOfCheckout());
  compile(into);
  console.log(`Assembled in ${into}`);
}
