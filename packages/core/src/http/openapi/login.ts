/** How the API knows whom a request acts for: by one of its own keys, or by the host's login. */
export type Login = 'apiKey' | 'host';
