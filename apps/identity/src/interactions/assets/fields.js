// Shows a typed password and copies recovery codes. The pages also work without it.
for (const button of document.querySelectorAll('[data-reveal]')) {
  const input = document.getElementById(button.dataset.reveal);
  const [word] = button.childNodes;
  const show = (shown) => {
    input.type = shown ? 'text' : 'password';
    word.data = shown ? 'Hide' : 'Show';
  };
  button.hidden = false;
  button.addEventListener('click', () => show(input.type === 'password'));
  // Browsers store what was typed into a text field, and offer it to others.
  input.form.addEventListener('submit', () => show(false));
}

for (const button of document.querySelectorAll('[data-copy]')) {
  const status = document.getElementById('copied');
  button.hidden = false;
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(button.dataset.copy);
      status.textContent = 'Copied.';
    } catch {
      status.textContent = 'Your browser did not allow copying. Download the codes, or select and copy them.';
    }
  });
}
