import type { PageFacts } from '../page/page-facts.ts';
import { memoize } from './memoize.ts';
import { entitiesOf } from './structured-data/entities.ts';
import { structuredDataOf } from './structured-data/read-structured-data.ts';

/** Paths of shopping carts, as shop systems and shops name them. */
const cart =
  /\/(?:cart|checkout|basket|bag|warenkorb|panier|carrito|carrello|winkelwagen|carrinho|koszyk|varukorg|kurv|ostoskori|handlekurv|kosik|kosar|cos|sepet|korzina)(?:[/.?#]|$)/i;

/** Whether a page is one of a shop: it describes an offer of a product, and links to a shopping cart. */
export const isShop = memoize((page: PageFacts): boolean => {
  const offers = entitiesOf(structuredDataOf(page).items).all.some(
    ({ types, properties }) => types.has('Product') && properties.has('offers'),
  );
  return offers && page.anchors.some(({ href }) => href !== null && cart.test(href));
});
