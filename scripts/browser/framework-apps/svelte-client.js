import { hydrate, mount } from 'svelte';
import { title } from './bakery.js';
import Page from './svelte-page.svelte';

const target = document.querySelector('#app');
document.title = title;
if (target.hasChildNodes()) hydrate(Page, { target });
else mount(Page, { target });
