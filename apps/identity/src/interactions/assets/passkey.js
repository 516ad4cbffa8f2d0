// Lets the browser create or use a passkey and sends the result with the form. Everything else works without scripts.
const { browserSupportsWebAuthn, startAuthentication, startRegistration } = globalThis.SimpleWebAuthnBrowser;

const FAILED =
  'The passkey could not be used. Try again and follow the instructions of your browser or security key, or choose another second factor.';

function prepare(form) {
  const problem = form.querySelector('[role=alert]');
  const button = form.querySelector('button');
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    problem.textContent = '';
    button.disabled = true;
    try {
      const optionsJSON = JSON.parse(form.dataset.options);
      const start = form.dataset.passkey === 'create' ? startRegistration : startAuthentication;
      form.elements.answer.value = JSON.stringify(await start({ optionsJSON }));
      form.submit();
    } catch {
      problem.textContent = FAILED;
      button.disabled = false;
      button.focus();
    }
  });
}

if (browserSupportsWebAuthn()) {
  document.querySelectorAll('form[data-passkey]').forEach(prepare);
  for (const section of document.querySelectorAll('[data-needs-passkeys]')) section.hidden = false;
  for (const notice of document.querySelectorAll('[data-without-passkeys]')) notice.hidden = true;
}
