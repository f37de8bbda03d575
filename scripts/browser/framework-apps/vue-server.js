import { createSSRApp } from 'vue';
import { renderToString } from 'vue/server-renderer';
import { Page } from './vue-page.js';

export const render = () => renderToString(createSSRApp(Page));
