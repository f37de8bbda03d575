/** How requests authenticate: with an API key, or with the host's own login. */
export type Login = 'apiKey' | 'host';
