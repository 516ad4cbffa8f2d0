// Shows who is signed in, and signs out. Everything from the server is inserted as text, never as markup.
for (const section of document.querySelectorAll('section[data-realm]')) void show(section);

async function show(section) {
  const { realm } = section.dataset;
  const part = (name) => section.querySelector(`[data-part="${name}"]`);
  const answer = await fetch(`/api/session/${realm}`);
  if (!answer.ok) return;
  const { value } = await answer.json();
  const of = value.partner === null ? '' : ` of ${value.partner.name}`;
  part('who').textContent = `Signed in: ${value.name}, ${value.role}${of}.`;
  part('sign-in').textContent = 'Sign in again';
  for (const name of ['sign-out', 'sign-out-everywhere']) {
    const button = part(name);
    button.hidden = false;
    button.addEventListener('click', () => void signOut(realm, name, part('who')));
  }
}

async function signOut(realm, name, status) {
  const answer = await fetch(`/api/session/${realm}/${name}`, { method: 'POST', headers: { 'X-CSRF': '1' } });
  const { value, error } = await answer.json();
  if (answer.ok) window.location.assign(value.continueAt);
  else status.textContent = error.description;
}
