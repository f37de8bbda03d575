/**
 * The script of all pages, which work without it: buttons that copy, forms that are sent once, and a
 * print with everything unfolded.
 */
export const script = `'use strict';
for (const button of document.querySelectorAll('button[data-copy]')) {
  button.hidden = false;
  button.addEventListener('click', async () => {
    const source = document.getElementById(button.dataset.copy);
    const text = source.value ?? source.textContent;
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      getSelection().selectAllChildren(source);
      if (source.select) source.select();
      return;
    }
    const label = button.textContent;
    button.textContent = button.dataset.done;
    setTimeout(() => { button.textContent = label; }, 2000);
  });
}
for (const form of document.querySelectorAll('form[data-busy]')) {
  form.addEventListener('submit', (event) => {
    const button = form.querySelector('button[type=submit], button:not([type])');
    if (button.getAttribute('aria-disabled') === 'true') return event.preventDefault();
    const label = button.textContent;
    button.setAttribute('aria-disabled', 'true');
    button.textContent = form.dataset.busy;
    addEventListener('pageshow', () => {
      button.removeAttribute('aria-disabled');
      button.textContent = label;
    }, { once: true });
  });
}
const folded = [];
addEventListener('beforeprint', () => {
  for (const details of document.querySelectorAll('details:not([open])')) {
    details.open = true;
    folded.push(details);
  }
});
addEventListener('afterprint', () => {
  for (const details of folded.splice(0)) details.open = false;
});
`;
