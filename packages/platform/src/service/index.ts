export { cookieOf } from './cookies.ts';
export { type Health, type Hindrance, serveHealth } from './health.ts';
export { openHttpServer, type Refusal } from './http-server.ts';
export { observeRequests, traced } from './observe.ts';
export { createPolls, type Polls } from './polls.ts';
export { endBecause, type Foundation, runService } from './run.ts';
