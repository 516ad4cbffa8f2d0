// Runs before the first paint: applies the colour scheme of the person or of the system.
const chosen = localStorage.getItem('mantine-color-scheme-value');
const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
