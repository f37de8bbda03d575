/**
 * Keeps the part `#live` of a page up to date as long as it has `data-live`: loads the page every 2 seconds
 * while it is visible, and changes only the nodes that differ, so that focus, selection and scroll position
 * stay, and screen readers announce only what changed. After errors it waits longer, up to a minute.
 */
const live = `function update(old, fresh) {
  if (old.isEqualNode(fresh)) return;
  if (old.nodeName !== fresh.nodeName || old.id !== fresh.id) return old.replaceWith(fresh);
  if (old.nodeType !== Node.ELEMENT_NODE) {
    old.data = fresh.data;
    return;
  }
  for (const name of old.getAttributeNames()) {
    if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  const children = [...fresh.childNodes];
  for (const child of [...old.childNodes]) {
    const next = children.shift();
    if (next) update(child, next);
    else child.remove();
  }
  old.append(...children);
}
function updateLive(live, fresh) {
  const focused = document.activeElement;
  update(live, fresh);
  if (focused.isConnected) return;
  const same = [...live.querySelectorAll('a')].find(({ href }) => href === focused.href);
  (same ?? live).focus({ preventScroll: true });
}
function follow(live) {
  const interval = 2000;
  const refresh = document.querySelector('[data-refresh]');
  let wait = interval;
  const load = async () => {
    try {
      const response = await fetch(location.href, {
        redirect: 'manual',
        signal: AbortSignal.timeout(15000),
      });
      // The session has ended, or the page is gone.
      if (response.type === 'opaqueredirect' || [401, 403, 404].includes(response.status)) {
        refresh.hidden = false;
        return;
      }
      if (!response.ok) throw new Error(response.status);
      const page = new DOMParser().parseFromString(await response.text(), 'text/html');
      updateLive(live, page.getElementById('live'));
      wait = interval;
      showOffline();
    } catch (error) {
      wait = Math.min(wait * 2, 60000);
      // fetch rejects with this if there was no response.
      if (error.name === 'TypeError') offline.hidden = false;
    }
    refresh.hidden = wait === interval;
    if ('live' in live.dataset) setTimeout(next, wait);
  };
  const next = () => {
    if (!document.hidden) return load();
    document.addEventListener('visibilitychange', next, { once: true });
  };
  refresh.hidden = true;
  setTimeout(next, wait);
}
const live = document.querySelector('[data-live]');
if (live) follow(live);
`;

/**
 * The script of all pages, which work without it: buttons that copy, forms that are sent once, what a link leads to unfolded, a print with
 * everything unfolded, a message when there is no connection, and progress that moves.
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
for (const button of document.querySelectorAll('button[data-print]')) {
  button.hidden = false;
  button.addEventListener('click', () => print());
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
const openTarget = () => {
  let details = document.querySelector(':target')?.closest('details');
  for (; details; details = details.parentElement.closest('details')) details.open = true;
};
addEventListener('hashchange', openTarget);
openTarget();
const offline = document.querySelector('[data-offline]');
const showOffline = () => { offline.hidden = navigator.onLine; };
addEventListener('offline', showOffline);
addEventListener('online', showOffline);
showOffline();
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
${live}`;
