import { createApp, createSSRApp } from 'vue';
import { title } from './bakery.js';
import { Page } from './vue-page.js';

const root = document.querySelector('#app');
document.title = title;
if (root.hasChildNodes()) createSSRApp(Page).mount(root);
else createApp(Page).mount(root);
