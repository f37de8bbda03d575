// Scripts for pages are texts: bundlers and test runners add calls of their own helpers to functions, which do not
// exist in a page.

/** How many errors of scripts are kept, and how long their messages may be. */
const maxErrors = 10;
const maxErrorLength = 300;

/**
 * Sends the messages of errors that scripts do not catch to our world, as events of the document: worlds do not see
 * each other's errors. Runs in the world of the page, before its scripts.
 */
export const sendScriptErrors = `(() => {
  // Phones have none. Browsers that others have started lack the flag that removes them.
  delete window.SharedWorker;
  if (window !== window.top) return;
  const dispatch = EventTarget.prototype.dispatchEvent;
  const CustomEvent = window.CustomEvent;
  const textOf = String;
  const send = (message) => {
    let detail = 'An error without a message';
    try {
      detail = textOf(message).slice(0, ${maxErrorLength});
    } catch {}
    dispatch.call(document, new CustomEvent('sitegrade-script-error', { detail }));
  };
  // What a page has handled is not an error, nor is what browsers say of a ResizeObserver; of scripts of others nothing is known.
  const isOurs = (text) => /SharedWorker/.test(text);
  const isNone = (text) => /^(?:Uncaught )?(?:ResizeObserver loop|Script error.?$)/.test(text) || isOurs(text);
  addEventListener('error', (event) => {
    setTimeout(() => {
      if (!event.defaultPrevented && !isNone(textOf(event.message))) send(event.message);
    });
  });
  addEventListener('unhandledrejection', (event) => setTimeout(() => {
    if (event.defaultPrevented) return;
    let reason = event.reason;
    try {
      reason = 'Uncaught (in promise) ' + textOf(reason);
    } catch {}
    send(reason);
  }));
  const container = window.ServiceWorkerContainer;
  if (container) {
    // One that was refused would be an error of the page, which it is not.
    const never = new Promise(() => {});
    container.prototype.register = { register() { return never; } }.register;
  }
})();`;

/**
 * Sends which permissions the page asks for to our world, as events of the document. Runs in the world of the page,
 * before its scripts. Visitors see the question only on pages that are secure contexts.
 */
export const sendPermissionRequests = `(() => {
  if (window !== window.top || !window.isSecureContext) return;
  const dispatch = EventTarget.prototype.dispatchEvent;
  const { CustomEvent } = window;
  const { apply } = Reflect;
  const watch = (owner, names, permission) => {
    for (const name of names) {
      const own = owner?.[name];
      if (typeof own !== 'function') continue;
      const watched = {
        [name](...values) {
          dispatch.call(document, new CustomEvent('sitegrade-permission', { detail: permission }));
          return apply(own, this, values);
        },
      };
      owner[name] = watched[name];
    }
  };
  watch(window.Geolocation?.prototype, ['getCurrentPosition', 'watchPosition'], 'geolocation');
  watch(window.Notification, ['requestPermission'], 'notifications');
})();`;

/** Collects these messages and permissions in our world. */
export const collectEvents = `(() => {
  if (window !== window.top) return;
  const permissions = (globalThis.sitegradePermissions = new Set());
  document.addEventListener('sitegrade-permission', ({ detail }) => {
    if (detail === 'geolocation' || detail === 'notifications') permissions.add(detail);
  });
  const errors = (globalThis.sitegradeErrors = []);
  document.addEventListener('sitegrade-script-error', (event) => {
    if (errors.length < ${maxErrors} && typeof event.detail === 'string')
      errors.push(event.detail.slice(0, ${maxErrorLength}));
  });
})();`;

/** Returns the collected permissions. */
export const takePermissionRequests = `function () {
  return [...(globalThis.sitegradePermissions ?? [])];
}`;

/** Returns the collected messages. */
export const takeScriptErrors = `function () {
  return globalThis.sitegradeErrors ?? [];
}`;

/**
 * Reads properties of elements by the getters of their prototypes: a form has its fields as properties, regardless of
 * what their names are. `describe` returns the selector and the start tag of an element.
 */
export const pageTools = String.raw`globalThis.sitegradeTools = (() => {
  const getter = (prototype, name) => {
    const { get } = Object.getOwnPropertyDescriptor(prototype, name);
    return (object) => get.call(object);
  };
  const parentOf = getter(Node.prototype, 'parentElement');
  const nextOf = getter(Element.prototype, 'nextElementSibling');
  const firstChildOf = getter(Element.prototype, 'firstElementChild');
  const nameOf = getter(Element.prototype, 'localName');
  const attributesOf = getter(Element.prototype, 'attributes');
  const classesOf = (element) => [...getter(Element.prototype, 'classList')(element)];
  const rootOf = (element) => Node.prototype.getRootNode.call(element);
  const boxOf = (element) => Element.prototype.getBoundingClientRect.call(element);
  const isVisible = (element) =>
    Element.prototype.checkVisibility.call(element, { opacityProperty: true, visibilityProperty: true });

  // Names that a build or a library makes: they change with the next build or visit.
  const isGeneratedPart = (part) =>
    /\d{3}/.test(part) ||
    (part.length >= 5 && /\d/.test(part) && /[a-z]/i.test(part) && !/^[a-z]+\d{1,2}$/i.test(part)) ||
    (part.length >= 5 && /[a-z][A-Z].*[A-Z]/.test(part) && /[A-Z]{2}|[^aeiouAEIOU]{4}/.test(part)) ||
    (part.length >= 6 && !/[aeiouy]/i.test(part));
  const isGenerated = (name) =>
    name.length > 60 ||
    !/^-?[a-z_][\w-]*$/i.test(name) ||
    /^(?:css|sc|jsx|svelte|astro|emotion|ng|data-v|jss|r)-|^_|^(?:radix|headlessui|mui|react-aria|ember|yui|ext-gen)/i.test(name) ||
    name.split(/[-_]+/).some(isGeneratedPart);

  const count = (selector) => document.querySelectorAll(selector).length;
  const isOnly = (selector, element) => {
    const found = document.querySelectorAll(selector);
    return found.length === 1 && found[0] === element;
  };
  const step = (element) => {
    const name = CSS.escape(nameOf(element));
    const parent = parentOf(element);
    if (parent === null) return name;
    const classes = classesOf(element).filter((each) => !isGenerated(each)).slice(0, 2);
    const named = name + classes.map((each) => '.' + CSS.escape(each)).join('');
    let position = 0;
    let ofSameName = 0;
    let alike = 0;
    for (let other = firstChildOf(parent); other !== null; other = nextOf(other)) {
      if (nameOf(other) !== nameOf(element)) continue;
      ofSameName += 1;
      if (other === element) position = ofSameName;
      const others = classesOf(other);
      if (classes.every((each) => others.includes(each))) alike += 1;
    }
    return alike === 1 ? named : named + ':nth-of-type(' + position + ')';
  };
  const selectorOf = (element) => {
    // No selector leads into a shadow root: its host is selected.
    for (let root = rootOf(element); root instanceof ShadowRoot; root = rootOf(element)) element = root.host;
    let selector = '';
    let current = element;
    for (let depth = 0; current !== null && depth < 512; depth += 1) {
      const id = Element.prototype.getAttribute.call(current, 'id');
      const isStable = id !== null && id !== '' && !isGenerated(id);
      const own = isStable ? '#' + CSS.escape(id) : step(current);
      const longer = selector === '' ? own : own + ' > ' + selector;
      if (isStable && count(own) === 1) return longer;
      selector = isStable ? (selector === '' ? step(current) : step(current) + ' > ' + selector) : longer;
      if (depth < 8 && isOnly(selector, element)) return selector;
      current = parentOf(current);
    }
    return selector;
  };
  const startTagOf = (element) => {
    let tag = '<' + nameOf(element);
    for (const { name, value } of attributesOf(element)) {
      if (tag.length > 300) break;
      tag += ' ' + name + '="' + value.slice(0, 300).replaceAll('&', '&amp;').replaceAll('"', '&quot;') + '"';
    }
    return (tag + '>').slice(0, 300).toWellFormed();
  };
  const describe = (element) => ({ selector: selectorOf(element).slice(0, 1000), html: startTagOf(element) });
  return { getter, parentOf, nextOf, firstChildOf, nameOf, boxOf, isVisible, describe };
})();`;
