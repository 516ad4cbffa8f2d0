import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { delimiter, dirname } from 'node:path';
import { PATIENCE_MS, until } from '../../harness/patience.ts';

export interface Shell {
  /** Returns the output of the block; throws with it if a command fails. */
  run(block: string): Promise<string>;
  close(): Promise<void>;
}

/** An operator's shell: exits at the first failing command, and keeps variables between blocks. */
export function openShell(folder: string, environment: NodeJS.ProcessEnv): Shell {
  const shell = spawn('bash', ['-eu', '-o', 'pipefail'], {
    cwd: folder,
    env: { PATH: [dirname(process.execPath), process.env.PATH].join(delimiter), HOME: folder, ...environment },
  });
  let said = '';
  for (const stream of [shell.stdout, shell.stderr]) stream.setEncoding('utf8').on('data', (text) => (said += text));
  return {
    async run(block) {
      said = '';
      shell.stdin.write(`${block}\necho '@done'\n`);
      await until(async () => said.includes('@done\n') || shell.exitCode !== null, 'the block is run', 2 * PATIENCE_MS);
      if (shell.exitCode !== null) throw new Error(`This failed:\n${block}\n${said}`);
      return said.replace('@done\n', '');
    },
    async close() {
      shell.stdin.end('exit\n');
      if (shell.exitCode === null) await once(shell, 'exit');
    },
  };
}
