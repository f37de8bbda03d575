import type { Context } from '../../context/context.ts';
import { pageNotFound } from '../page-route.ts';

/** Where the server sends no mails, there are no pages of recipients. */
export function requireMail({ alerts }: Pick<Context, 'alerts'>): void {
  if (alerts.sendMail === undefined) throw pageNotFound();
}
