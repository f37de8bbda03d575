import { createRoot, hydrateRoot } from 'react-dom/client';
import { title } from './bakery.js';
import { Page } from './page.jsx';

const root = document.querySelector('#app');
document.title = title;
if (root.hasChildNodes()) hydrateRoot(root, <Page />);
else createRoot(root).render(<Page />);
