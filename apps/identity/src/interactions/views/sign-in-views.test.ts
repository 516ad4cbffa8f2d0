import { expect, test } from 'vitest';
import { html, markupOf } from './html.ts';
import { type SecondFactorContent, secondFactorView } from './sign-in-views.ts';

const content: SecondFactorContent = {
  action: '/interactions/x',
  token: 't',
  name: 'Ada',
  hasApp: true,
  passkey: undefined,
  again: false,
};
const shown = (changes: Partial<SecondFactorContent> = {}) => {
  const { title, scripts, body } = secondFactorView({ ...content, ...changes });
  return { title, scripts, body: markupOf(html`${body}`) };
};

test('someone else can sign in instead if there is a place for it', () => {
  expect(shown().body).not.toContain('Sign in with another account');
  expect(shown({ switchTo: '/interactions/x/switch' }).body).toContain(
    '<p class="hint">Not Ada?</p><p><a href="/interactions/x/switch">Sign in with another account</a></p>',
  );
});

test('offers the code of an app, a passkey, or both, and always a recovery code', () => {
  const offers = (changes: Partial<SecondFactorContent>) => {
    const { body, scripts } = shown(changes);
    return [
      /id="code"/.test(body),
      /id="use-passkey"/.test(body),
      /data-without-passkeys/.test(body),
      /Recovery code/.test(body),
      scripts,
    ];
  };
  expect(offers({})).toEqual([true, false, false, true, undefined]);
  expect(offers({ passkey: {} })).toEqual([true, true, false, true, 'passkeys']);
  expect(offers({ passkey: {}, hasApp: false })).toEqual([false, true, true, true, 'passkeys']);
});

test('a reauthentication says so', () => {
  expect(shown().title).toBe('Your second factor');
  expect(shown().body).toContain('Hello Ada.');
  expect(shown({ again: true }).title).toBe('Confirm that it is you');
  expect(shown({ again: true }).body).toContain('You are signed in as Ada.');
});
