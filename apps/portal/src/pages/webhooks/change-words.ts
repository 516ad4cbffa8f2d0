// Changes of the webhook and who made them, in words.
import type { WebhookChange } from '@onboarding/contract';

export function whoDid({ actorKind, name }: Pick<WebhookChange, 'actorKind' | 'name'>): string {
  if (actorKind === 'Operator') return 'Our support';
  if (actorKind === 'Service') return 'Automatic';
  return name ?? 'A former colleague';
}

export function whatHappened({
  action,
  host,
  previousHost,
  disabledReason,
}: Pick<WebhookChange, 'action' | 'host' | 'previousHost' | 'disabledReason'>): string {
  switch (action) {
    case 'Registered':
      return `Registered the webhook at ${host ?? 'an address'}`;
    case 'UrlReplaced':
      return host === previousHost
        ? `Replaced the address at ${host}`
        : `Changed the address from ${previousHost} to ${host}`;
    case 'SecretRotated':
      return 'Rotated the secret';
    case 'Enabled':
      return 'Enabled the webhook';
    case 'Paused':
      return 'Paused the webhook';
    case 'Resumed':
      return 'Resumed the webhook';
    case 'Degraded':
      return 'The receiver started failing';
    case 'Disabled':
      return disabledReason === 'Gone'
        ? 'Sending stopped: the receiver answered 410 twice'
        : 'Sending stopped: no delivery was accepted for too long';
    case 'Recovered':
      return 'The receiver recovered';
    case 'ReplayRequested':
      return 'Started a replay';
    default:
      return action;
  }
}
