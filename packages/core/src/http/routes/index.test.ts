import { describe, expect, it } from 'vitest';
import { routes } from './index.ts';

describe('the route table', () => {
  it('is stable', () => {
    const rows = routes.map(({ method, path, operationId }) => `${method} ${path} ${operationId}`);
    expect(rows).toMatchInlineSnapshot(`
      [
        "GET /api/v1/reports listReports",
        "POST /api/v1/reports createReport",
        "GET /api/v1/reports/:id getReport",
        "GET /api/v1/reports/:id/screenshot getScreenshot",
        "GET /api/v1/reports/:id/compare/:other compareReports",
        "DELETE /api/v1/reports/:id deleteReport",
        "GET /api/v1/websites listWebsites",
        "GET /api/v1/websites/:id getWebsite",
        "GET /api/v1/websites/:id/history getWebsiteHistory",
        "GET /api/v1/websites/:id/issues listWebsiteIssues",
        "GET /api/v1/websites/:id/issues/:issue listWebsiteFindings",
        "PUT /api/v1/websites/:id putWebsite",
        "PATCH /api/v1/websites/:id updateWebsite",
        "DELETE /api/v1/websites/:id deleteWebsite",
        "GET /api/v1/websites/:id/schedule getSchedule",
        "PUT /api/v1/websites/:id/schedule putSchedule",
        "DELETE /api/v1/websites/:id/schedule deleteSchedule",
        "GET /api/v1/websites/:id/accepted listAcceptedFindings",
        "POST /api/v1/websites/:id/accepted acceptFinding",
        "GET /api/v1/websites/:id/accepted/:accepted getAcceptedFinding",
        "DELETE /api/v1/websites/:id/accepted/:accepted deleteAcceptedFinding",
        "GET /api/v1/websites/:id/recipients listRecipients",
        "POST /api/v1/websites/:id/recipients createRecipient",
        "GET /api/v1/websites/:id/recipients/:recipient getRecipient",
        "PATCH /api/v1/websites/:id/recipients/:recipient updateRecipient",
        "DELETE /api/v1/websites/:id/recipients/:recipient deleteRecipient",
        "POST /api/v1/websites/:id/recipients/:recipient/confirmation resendConfirmation",
        "GET /api/v1/jobs listJobs",
        "POST /api/v1/jobs createJobs",
        "GET /api/v1/jobs/:id getJob",
        "POST /api/v1/jobs/:id/cancel cancelJob",
        "DELETE /api/v1/jobs/:id deleteJob",
        "GET /api/v1/batches/:id getBatch",
        "POST /api/v1/batches/:id/cancel cancelBatch",
        "GET /api/v1/crawls listCrawls",
        "POST /api/v1/crawls createCrawl",
        "GET /api/v1/crawls/:id getCrawl",
        "POST /api/v1/crawls/:id/cancel cancelCrawl",
        "DELETE /api/v1/crawls/:id deleteCrawl",
        "GET /api/v1/crawls/:id/pages listCrawlPages",
        "GET /api/v1/crawls/:id/pages/:page getCrawlPage",
        "GET /api/v1/crawls/:id/issues listCrawlIssues",
        "GET /api/v1/crawls/:id/issues/:issue listCrawlFindings",
        "GET /api/v1/crawls/:id/compare/:other compareCrawls",
        "GET /api/v1/webhooks listWebhooks",
        "POST /api/v1/webhooks createWebhook",
        "GET /api/v1/webhooks/:id getWebhook",
        "PATCH /api/v1/webhooks/:id updateWebhook",
        "DELETE /api/v1/webhooks/:id deleteWebhook",
        "POST /api/v1/webhooks/:id/rotate rotateWebhookSecret",
        "POST /api/v1/webhooks/:id/test testWebhook",
        "GET /api/v1/webhooks/:id/deliveries listDeliveries",
        "GET /api/v1/webhooks/:id/deliveries/:delivery getDelivery",
        "POST /api/v1/webhooks/:id/deliveries/:delivery/replay replayDelivery",
        "GET /api/v1/checks listChecks",
      ]
    `);
  });

  it('has unique operation ids and paths', () => {
    const names = routes.map(({ operationId }) => operationId);
    const operations = routes.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(names).size).toBe(routes.length);
    expect(new Set(operations).size).toBe(routes.length);
  });

  it('declares the kind of every path parameter', () => {
    for (const { path, params = {} } of routes) {
      const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name);
      expect([path, Object.keys(params)]).toEqual([path, names]);
    }
  });

  it('checks the path before body and headers', () => {
    for (const { params, query, body, headers, notFound, find } of routes) {
      expect(notFound !== undefined).toBe(params !== undefined);
      const hasFields = body !== undefined || headers !== undefined || query !== undefined;
      expect(find !== undefined).toBe(params !== undefined && hasFields);
    }
  });

  it('describes the allowed values and the default of every parameter', () => {
    const fields = routes.flatMap(({ query, body, headers }) =>
      Object.entries({ ...query, ...body, ...headers }),
    );
    for (const [name, { schema, description, absent, read }] of fields) {
      expect([name, description]).toEqual([name, expect.stringMatching(/\.$/)]);
      if (schema.default !== undefined) expect(absent).toEqual({ value: schema.default });
      for (const value of schema.enum ?? []) expect(read(String(value))).toEqual({ value });
    }
  });
});
