// The settings of an operator's command.
import { anchorKeys } from './anchors.ts';
import type { ConfigOf } from './catalogue.ts';
import { type Environment, readFor, whole } from './read.ts';
import { judged, storageKeys } from './rules.ts';

/** Reads only the settings that the command names. */
export function readForCommand<const N extends keyof ConfigOf<'ctl'>>(
  names: readonly N[],
  environment: Environment,
): Pick<ConfigOf<'ctl'>, N> {
  const named: readonly string[] = names;
  const reading = readFor<ConfigOf<'ctl'>>('ctl', environment, (name) => named.includes(name));
  return whole<Pick<ConfigOf<'ctl'>, N>>(judged(reading, storageKeys(reading.values), anchorKeys(reading.values)));
}
