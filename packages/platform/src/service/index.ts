export { type DoorOptions, openDoor, type Refusal } from './door.ts';
export { type Health, type Hindrance, serveHealth } from './health.ts';
export { observeRequests, traced } from './observe.ts';
export { createPolls, type Polls } from './polls.ts';
export { endBecause, type Foundation, type Running, runService } from './run.ts';
export { type ServiceConfig, serviceSettings } from './settings.ts';
