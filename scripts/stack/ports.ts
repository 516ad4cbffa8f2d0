import { StackFailure } from '../servers/failure.ts';
import { isPortFree } from '../servers/ports.ts';
import { type PortName, portVariable, type StackSettings } from './settings.ts';

export async function requireFreePorts(settings: StackSettings, names: readonly PortName[]): Promise<void> {
  for (const name of names) {
    const port = settings.ports[name];
    if (await isPortFree(port)) continue;
    throw new StackFailure(
      `Port ${port} is taken by another program: choose another with ${portVariable(settings.name, name)}`,
    );
  }
}
