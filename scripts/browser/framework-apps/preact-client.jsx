import { hydrate, render } from 'preact';
import { title } from './bakery.js';
import { Page } from './page.jsx';

const root = document.querySelector('#app');
document.title = title;
if (root.hasChildNodes()) hydrate(<Page />, root);
else render(<Page />, root);
