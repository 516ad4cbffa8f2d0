// deploy/compose.yaml as Compose reads it, if nobody sets a variable.
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

export interface ComposeService {
  image: string;
  build?: { dockerfile: string };
  command?: string[];
  entrypoint?: string[];
  environment: Record<string, string | number>;
  depends_on?: Record<string, unknown>;
  network_mode?: string;
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
}

export function readComposeFile(): { name: string; services: Record<string, ComposeService> } {
  const text = readFileSync('deploy/compose.yaml', 'utf8');
  return parse(text.replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1'), { merge: true });
}
