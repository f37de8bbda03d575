import type { Route } from '../route.ts';
import { acceptedRoutes } from './accepted.ts';
import { checkRoutes } from './checks.ts';
import { crawlRoutes } from './crawls.ts';
import { jobRoutes } from './jobs.ts';
import { recipientRoutes } from './recipients.ts';
import { reportRoutes } from './reports.ts';
import { scheduleRoutes } from './schedules.ts';
import { webhookRoutes } from './webhooks.ts';
import { websiteRoutes } from './websites.ts';

/** The whole API, as data. */
export const routes: readonly Route[] = [
  ...reportRoutes,
  ...websiteRoutes,
  ...scheduleRoutes,
  ...acceptedRoutes,
  ...recipientRoutes,
  ...jobRoutes,
  ...crawlRoutes,
  ...webhookRoutes,
  ...checkRoutes,
];
