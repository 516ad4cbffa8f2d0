// The parts of pages: fields that everyone can use, forms, and links that appear only if there is a place to go.
import { describe, expect, test } from 'vitest';
import { ASSETS } from '../assets.ts';
import { accountView, changePasswordView, newCodesView } from './account-views.ts';
import { type Content, html, markupOf } from './html.ts';
import { enrolmentView, forgottenView, newPasswordView, passwordSet, recoveryCodesView } from './link-views.ts';
import { providerRefused, signOut } from './message-views.ts';
import { field, form, page, passkeyForm } from './page.ts';
import { signInView } from './sign-in-views.ts';

const written = (content: Content) => markupOf(html`${content}`);

describe('a field', () => {
  const base = { id: 'code', label: 'Code <b>', autocomplete: 'off' };
  const shown = (changes: Partial<Parameters<typeof field>[0]> = {}) => written(field({ ...base, ...changes }));
  const problem = { text: 'Wrong.', field: 'code' };

  test.each<[string, Partial<Parameters<typeof field>[0]>, string[], RegExp[]]>([
    [
      'has its label, is required and is typed as it is',
      {},
      [
        '<label for="code">Code &lt;b&gt;</label>',
        '<input id="code" name="code" type="text" autocomplete="off" required',
      ].concat(' autocapitalize="none" spellcheck="false"'),
      [/hint/, /value=/, /inputmode/, /aria-/, /problem/, /reveal/],
    ],
    [
      'with a hint is described by it',
      { hint: 'Six digits.' },
      ['<p class="hint" id="code-hint">Six digits.</p>', 'aria-describedby="code-hint"'],
      [/aria-invalid/],
    ],
    [
      'with a problem is marked and described by it',
      { problem },
      [
        '<p class="field-problem" id="code-problem">Wrong.</p>',
        'aria-describedby="code-problem"',
        'aria-invalid="true"',
      ],
      [/code-hint/],
    ],
    [
      'with both is described by both',
      { problem, hint: 'Six digits.' },
      ['aria-describedby="code-hint code-problem"', 'aria-invalid="true"'],
      [],
    ],
    ['is not marked for the problem of another', { problem: { text: 'Wrong.', field: 'x' } }, [], [/aria-/, /problem/]],
    ['keeps a value, even an empty one', { value: '' }, [' value=""'], []],
    ['for digits shows their keyboard', { inputmode: 'numeric' }, [' inputmode="numeric"'], []],
    [
      'for a password can be shown, and is not spelled',
      { type: 'password' },
      [
        'type="password"',
        'data-reveal="code" aria-controls="code" hidden>Show<span class="unseen"> code &lt;b&gt;</span>',
      ],
      [/spellcheck/, /autocapitalize/],
    ],
  ])('%s', (_what, changes, present, absent) => {
    for (const part of present) expect(shown(changes)).toContain(part);
    for (const part of absent) expect(shown(changes)).not.toMatch(part);
  });
});

describe('a form', () => {
  test('posts its hidden values and its token to its action', () => {
    expect(written(form({ action: '/a', token: 't"', hidden: { kind: 'Totp' }, body: 'B' }))).toBe(
      '<form method="post" action="/a"><input type="hidden" name="kind" value="Totp"><input type="hidden" name="token" value="t&quot;">B</form>',
    );
    expect(written(form({ action: '/a', token: 't', body: '' })).match(/<input/g)).toHaveLength(1);
  });

  test('for a passkey has its options and an empty answer, and is secondary unless it is the only option', () => {
    const content = { id: 'use', action: '/a', token: 't', hidden: { kind: 'Passkey' }, options: { challenge: 'c' } };
    const shown = (only?: boolean) =>
      written(passkeyForm({ ...content, ceremony: 'get', button: 'Use it', ...(only !== undefined && { only }) }));
    expect(shown()).toContain(
      'action="/a" id="use" data-passkey="get" data-options="{&quot;challenge&quot;:&quot;c&quot;}"',
    );
    for (const [name, value] of Object.entries({ kind: 'Passkey', answer: '', token: 't' }))
      expect(shown()).toContain(`<input type="hidden" name="${name}" value="${value}">`);
    expect(
      [shown(), shown(false), shown(true)].map((one) => one.includes('<button type="submit" class="secondary">')),
    ).toEqual([true, true, false]);
  });
});

test.each([
  ['passkeys', [ASSETS.webauthn.path, ASSETS.passkey.path]],
  ['fields', [ASSETS.fields.path]],
  [undefined, []],
] as const)('a page with the scripts "%s" loads exactly those, in order', (scripts, paths) => {
  const text = written(page({ title: 'T', body: '', scripts }));
  expect([...text.matchAll(/<script defer src="([^"]+)">/g)].map(([, path]) => path)).toEqual(paths);
  expect(text).toContain(`<link rel="stylesheet" href="${ASSETS.style.path}">`);
});

test('a problem links to its field, if it has one', () => {
  const shown = (problem: { text: string; field?: string }) => written(page({ title: 'T', body: '', problem }));
  expect(shown({ text: 'P', field: 'code' })).toContain('<p id="problem"><a href="#code">P</a></p>');
  expect(shown({ text: 'P' })).toContain('<p id="problem">P</p>');
});

describe('the account page', () => {
  const at = (time: string) => new Date(`2026-11-18T${time}Z`);
  const app = {
    factorId: 'f1',
    kind: 'Totp',
    name: 'Authenticator app',
    createdAt: at('10:00:59'),
    lastUsedAt: undefined,
  };
  const key = { ...app, factorId: 'f2', name: 'Passkey', lastUsedAt: at('11:30:00') };
  const shown = (changes = {}) => {
    const account = { realm: 'staff', name: 'Ada', email: 'ada@service.example' };
    const content = { account, token: 't', sessions: [], factors: [app], codesLeft: 2, home: undefined, ...changes };
    return written(accountView(content as unknown as Parameters<typeof accountView>[0]).body);
  };

  test('offers to remove each second factor, but never the only one', () => {
    expect(shown()).toContain('This is your only second factor: add another before you remove it.');
    expect(shown()).not.toContain('action="/account/factors/remove"');
    const both = shown({ factors: [app, key] });
    expect(both).not.toContain('your only second factor');
    expect(both.match(/name="factor" value="f[12]"/g)).toEqual([
      'name="factor" value="f1"',
      'name="factor" value="f2"',
    ]);
    expect(both).toContain('aria-label="Remove Passkey"');
  });

  test('says when each was added and, if ever, last used', () => {
    const both = shown({ factors: [app, key] }).split('</li>');
    const added = '<p class="hint">Added <time datetime="2026-11-18T10:00:59.000Z">2026-11-18 10:00 UTC</time>';
    expect(both[0]).toContain(`${added}</p>`);
    expect(both[1]).toContain(
      `${added}, last used <time datetime="2026-11-18T11:30:00.000Z">2026-11-18 11:30 UTC</time>`,
    );
  });

  test('counts recovery codes, and links to the site of the person if it is known', () => {
    expect(
      [shown({ codesLeft: 1 }), shown({ codesLeft: 0 })].map((one) => /(\d codes? (is|are)) left/.exec(one)?.[1]),
    ).toEqual(['1 code is', '0 codes are']);
    expect(shown()).not.toContain('Back to the');
    expect(shown({ home: 'https://site' })).toContain('<a href="https://site">Back to the staff console</a>');
  });

  test('says from where and since when a browser is signed in', () => {
    const session = { createdAt: at('09:00:00'), lastSeenAt: at('09:30:00'), address: '192.0.2.1', userAgent: '' };
    expect(shown({ sessions: [session] })).toMatch(/From 192\.0\.2\.1, since .*09:00 UTC.*, last seen .*09:30 UTC/);
  });
});

describe('setting up a second factor', () => {
  const content = { title: 'T', introduction: 'I', action: '/a', token: 't', draft: 'd' };
  const app = { secret: 'ABCDEFGHIJ', qr: '<svg></svg>' };
  const NO_PASSKEYS = 'Your browser cannot create passkeys here.';

  test.each([
    ['an app and a passkey', { app, passkey: {} }, [true, true, false], 'Or: a passkey or security key', 'passkeys'],
    ['only an app', { app }, [true, false, false], 'Authenticator app', undefined],
    ['only a passkey', { passkey: {} }, [false, true, true], 'Your passkey', 'passkeys'],
  ] as const)('offers %s', (_what, offered, parts, heading, scripts) => {
    const { body, scripts: loaded } = enrolmentView({ ...content, ...offered });
    const text = written(body);
    expect([/id="secret"/, /id="make-passkey"/, NO_PASSKEYS].map((one) => text.match(one) !== null)).toEqual(parts);
    expect(text).toContain(`<h2>${heading}</h2>`);
    expect(loaded).toBe(scripts);
    // Each way sends the draft and says which it is.
    expect(text.match(/name="draft" value="d"/g)).toHaveLength(Object.keys(offered).length);
    expect([/value="Totp"/, /value="Passkey"/].map((one) => one.test(text))).toEqual(parts.slice(0, 2));
  });

  test('shows the key in groups of four, and its problem at the code', () => {
    const problem = { text: 'Wrong.', field: 'code' };
    const text = written(enrolmentView({ ...content, app, problem }).body);
    expect(text).toContain('<p class="secret" id="secret">ABCD EFGH IJ</p>');
    expect(text).toContain('<svg></svg>');
    expect(text).toContain('id="code-problem">Wrong.');
    expect(enrolmentView({ ...content, app, problem }).problem).toBe(problem);
  });
});

test('recovery codes can be copied, and the way on is a link if it is known', () => {
  const shown = (url?: string) => written(recoveryCodesView('a@b', ['one', 'two'], { url, words: 'On' }).body);
  expect(shown()).toContain('data-copy="one\ntwo"');
  expect(shown('https://site')).toContain('<a class="button" href="https://site">On</a>');
  expect(shown()).toContain('<p>On</p>');
  expect(written(passwordSet('https://site').body)).toContain(
    '<a class="button" href="https://site">Continue to sign-in</a>',
  );
  expect(written(passwordSet(undefined).body)).not.toContain('<a');
});

test.each([
  ['a new password', (problem: object) => newPasswordView({ ...NEW, problem } as never), ['password']],
  [
    'a changed password',
    (problem: object) => changePasswordView('a@b', 't', problem as never),
    ['current', 'password'],
  ],
  ['a forgotten password', (problem: object) => forgottenView('/f', 't', 'staff', problem as never), ['email']],
  [
    'signing in',
    (problem: object) => signInView({ action: '/s', token: 't', realm: 'staff', problem } as never),
    ['email'],
  ],
])('the page for %s shows a problem at its field and above the form', (_what, view, fields) => {
  for (const id of fields) {
    const problem = { text: 'Wrong.', field: id };
    expect(view(problem).problem).toBe(problem);
    expect(written(view(problem).body)).toContain(`id="${id}-problem">Wrong.`);
  }
});
const NEW = { title: 'T', introduction: 'I', action: '/a', token: 't', email: 'a@b', button: 'B' };

test('pages for a new password tell password managers the account, and explain what is required', () => {
  for (const view of [newPasswordView(NEW), changePasswordView('a@b', 't')]) {
    expect(written(view.body)).toContain('autocomplete="username" value="a@b"');
    expect(written(view.body)).toContain('id="password-hint">At least 12 characters.');
    expect(view.scripts).toBe('fields');
  }
});

test('a forgotten password and a sign-in keep the realm', () => {
  expect(written(forgottenView('/f', 't', 'partner').body)).toContain('name="realm" value="partner"');
  const { title, body, scripts } = signInView({ action: '/s', token: 't', realm: 'partner', email: 'a@b' });
  expect([title, scripts]).toEqual(['Sign in to the partner portal', 'fields']);
  expect(written(body)).toContain('href="/forgotten-password?realm=partner"');
  expect(written(body)).toContain('value="a@b"');
});

test('new recovery codes are created only with a form', () => {
  expect(written(newCodesView('t').body)).toContain('<form method="post" action="/account/codes">');
});

test("the button to sign out belongs to the provider's form", () => {
  const shown = (id: string) => written(signOut(`<form ${id}></form>`).body);
  expect(shown('id="op.logoutForm" method="post"')).toContain('form="op.logoutForm" name="logout" value="yes"');
});

test.each([
  ['server_error', 'Something went wrong on our side', false],
  ['invalid_request', 'You cannot sign in this way', true],
])('a sign-in that fails with %s is called "%s"', (error, title, isShown) => {
  const shown = providerRefused(error);
  expect(shown.title).toBe(title);
  expect(written(shown.body).includes(`<p class="secret">${error}</p>`)).toBe(isShown);
});
