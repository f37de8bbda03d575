import { render as renderPage } from 'preact-render-to-string';
import { Page } from './page.jsx';

export const render = async () => renderPage(<Page />);
