export { type Health, serveHealth } from './health.ts';
export { observeRequests, traced } from './observe.ts';
export { type Foundation, type Running, runService } from './run.ts';
export { type ServiceConfig, serviceSettings } from './settings.ts';
