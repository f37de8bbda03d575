import { randomBytes } from 'node:crypto';
import type { Audit } from '../../packages/audit/src/audit.ts';
import { createNetwork } from '../../packages/audit/src/fetch/network.ts';
import { parseTarget } from '../../packages/audit/src/fetch/parse-target.ts';
import type { Renderer } from '../../packages/audit/src/render/renderer.ts';
import type { RenderMode } from '../../packages/audit/src/render/rendering.ts';
import { auditPage } from '../../packages/audit/src/report/audit-page.ts';
import { defaultRuleset } from '../../packages/audit/src/scoring/ruleset.ts';

/** How a page of a server on loopback is audited. */
interface LocalAudit {
  readonly renderer?: Renderer;
  readonly render?: RenderMode;
  /** A name server that knows the host of the page. Default: the URL has an address. */
  readonly nameServer?: string;
}

// Only ends what hangs: a busy machine may take ten times as long.
const limits = { totalMs: 120_000, headersMs: 60_000, bodyIdleMs: 60_000, cpuMs: 60_000 };

/** Audits a page of a server on loopback, with every check. A rendering that fails is written to stderr. */
export async function auditLocally(
  url: string,
  { renderer, render = 'off', nameServer }: LocalAudit = {},
): Promise<Audit> {
  const network = createNetwork({
    ports: 'any',
    allowAddresses: ['127.0.0.1'],
    limits,
    ...(nameServer !== undefined && { nameServers: [nameServer] }),
  });
  const { audit } = await auditPage(parseTarget(url, network), {
    network,
    randomBytes,
    renderer,
    render,
    ruleset: defaultRuleset,
    expectIndexable: true,
    now: () => new Date(),
    onRenderFailed: ({ reason, cause }) => console.error(`${url}: ${reason}: ${cause}`),
  });
  return audit;
}
