// For each compliance route a situation in which it succeeds. A route that is not named here is asked by an analyst about a
// package that they have claimed.
import type { SessionRoute } from '../../apps/api/src/http/route.ts';
import type { SignedIn } from '../harness/session.ts';
import { claim, enter, type Ids, newPlace, type Scene } from './every-compliance-route-scene.ts';

export interface Situation {
  ids: Ids;
  person: SignedIn;
  query?: string;
  body?: unknown;
}

type Setting = (scene: Scene, route: SessionRoute) => Promise<Situation>;

const waiting: Setting = async (scene) => ({ ids: await newPlace(scene), person: await enter(scene) });

const claimed: Setting = async (scene, route) => {
  const situation = await waiting(scene, route);
  await claim(scene, situation.ids, situation.person);
  return situation;
};

const SETTINGS: Record<string, Setting> = {
  claimPackage: waiting,
};

export function situationOf(scene: Scene, route: SessionRoute): Promise<Situation> {
  return (SETTINGS[route.operationId] ?? claimed)(scene, route);
}
