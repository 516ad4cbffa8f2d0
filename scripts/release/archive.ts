// Archives that depend only on their content: the same commit gives the same bytes.
import { execFileSync } from 'node:child_process';
import { basename, dirname } from 'node:path';

/** The folder keeps its name in the archive. The time is in seconds since 1970. */
export function pack(folder: string, file: string, time: number): void {
  const order = ['--sort=name', `--mtime=@${time}`, '--owner=0', '--group=0', '--numeric-owner'];
  // Whatever the umask of the machine was.
  const modes = '--mode=u=rwX,go=rX';
  const compressed = ['--use-compress-program=gzip -9 --no-name', '--create', '--file', file];
  execFileSync('tar', ['--format=gnu', ...order, modes, ...compressed, '-C', dirname(folder), basename(folder)]);
}
