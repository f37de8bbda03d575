import { render as renderPage } from 'svelte/server';
import Page from './svelte-page.svelte';

export const render = async () => renderPage(Page).body;
