// Checklists can be ticked. The browser remembers the boxes by their text: an item that says something else is to be checked again.

export function keepTicks(): void {
  for (const box of document.querySelectorAll<HTMLInputElement>('.task-list-item-checkbox')) {
    const key = `ticked: ${box.labels?.[0]?.textContent.trim()}`;
    box.disabled = false;
    box.checked = localStorage.getItem(key) !== null;
    box.onchange = () => (box.checked ? localStorage.setItem(key, '') : localStorage.removeItem(key));
  }
}
