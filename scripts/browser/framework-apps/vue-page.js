import { h } from 'vue';
import { heading, links, texts } from './bakery.js';

export const Page = {
  render: () =>
    h('main', [
      h('h1', heading),
      texts.map((text) => h('p', text)),
      h(
        'ul',
        links.map(({ href, text }) => h('li', h('a', { href }, text))),
      ),
    ]),
};
