import type { Endpoint } from '@sitegrade/core/http';

/** The endpoint of a path, with the parameters in it. */
interface FoundEndpoint<HostRequest> {
  readonly endpoint: Endpoint<HostRequest>;
  /** Decoded; `undefined` if one of them cannot be. */
  readonly params: Readonly<Record<string, string>> | undefined;
}

/** Endpoints by the segments of their paths. */
interface Branch<HostRequest> {
  readonly fixed: Map<string, Branch<HostRequest>>;
  parameter?: Branch<HostRequest>;
  endpoint?: Endpoint<HostRequest>;
  /** Takes every path below that no other endpoint has. */
  rest?: Endpoint<HostRequest>;
}

/**
 * Prepares the search for the endpoint of a path. Fixed segments are compared as they were sent, and before
 * parameters, which are never empty.
 *
 * @returns A function of the path, as sent and below the prefix, which returns `undefined` for a path of the host.
 */
export function endpointFinder<HostRequest>(
  endpoints: readonly Endpoint<HostRequest>[],
): (path: string) => FoundEndpoint<HostRequest> | undefined {
  const root: Branch<HostRequest> = { fixed: new Map() };
  for (const endpoint of endpoints) add(root, endpoint);
  return (path) => {
    const segments = path.split('/');
    const endpoint = find(root, segments, 0);
    if (endpoint === undefined) return undefined;
    const { except } = endpoint;
    if (except !== undefined && `${path}/`.startsWith(`${except}/`)) return undefined;
    return { endpoint, params: paramsOf(endpoint, segments) };
  };
}

function add<HostRequest>(root: Branch<HostRequest>, endpoint: Endpoint<HostRequest>): void {
  let branch = root;
  for (const segment of endpoint.path.split('/')) {
    if (segment === '*') {
      branch.rest = endpoint;
      return;
    }
    branch = childOf(branch, segment);
  }
  branch.endpoint = endpoint;
}

function childOf<HostRequest>(branch: Branch<HostRequest>, segment: string): Branch<HostRequest> {
  if (segment.startsWith(':')) {
    branch.parameter ??= { fixed: new Map() };
    return branch.parameter;
  }
  const known = branch.fixed.get(segment);
  if (known) return known;
  const added: Branch<HostRequest> = { fixed: new Map() };
  branch.fixed.set(segment, added);
  return added;
}

function find<HostRequest>(
  branch: Branch<HostRequest>,
  segments: readonly string[],
  index: number,
): Endpoint<HostRequest> | undefined {
  const segment = segments[index];
  if (segment === undefined) return branch.endpoint;
  const fixed = branch.fixed.get(segment);
  const { parameter, rest } = branch;
  return (
    (fixed && find(fixed, segments, index + 1)) ??
    (parameter && segment !== '' ? find(parameter, segments, index + 1) : undefined) ??
    rest
  );
}

function paramsOf<HostRequest>(
  { path }: Endpoint<HostRequest>,
  segments: readonly string[],
): Readonly<Record<string, string>> | undefined {
  const params: Record<string, string> = {};
  try {
    for (const [index, name] of path.split('/').entries()) {
      if (name.startsWith(':')) params[name.slice(1)] = decodeURIComponent(segments[index] ?? '');
    }
    return params;
  } catch {
    return undefined;
  }
}
