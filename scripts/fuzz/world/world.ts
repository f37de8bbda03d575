import { randomBytes } from 'node:crypto';
import { createContext, issueApiKey, revokeApiKey } from '@sitegrade/core';
import { newReport } from '@sitegrade/core/testing';
import type { Reference, SentText } from '../request/request-plan.ts';
import type { Keys } from '../request/write-request.ts';
import type { Twin, Twins } from '../servers/start-twins.ts';
import { addReport, emptyModel, type Model } from './model.ts';
import type { Seed } from './seed.ts';

/** An owner whom nobody has seen before, on both servers alike, with a stranger beside. */
export interface World {
  readonly model: Model;
  /** The keys by the twin's place. */
  readonly keys: readonly Keys[];
  /** Cursors and entity tags that answers gave, latest last. */
  readonly seen: { readonly cursors: string[]; readonly etags: string[] };
  /** Texts that no answer may hold. */
  readonly secrets: readonly string[];
  /** The text that a reference means now; one that means nothing where there is no such thing yet. */
  look(reference: Reference): SentText;
}

/** Privacy by its number. */
const privacies = ['public', 'private', 'password'] as const;

/** Marks what stays inside: owner ids, hashes, what a store says when it fails. */
export const secretMark = 'kept-inside';

let owners = 0;

/** Makes an owner with these things on both twins. */
export async function makeWorld(twins: Twins, seed: Seed): Promise<World> {
  owners += 1;
  const ownerId = `owner-${owners}-${secretMark}`;
  const stranger = `stranger-${owners}-${secretMark}`;
  const models = [];
  const keys = [];
  for (const twin of twins.all) {
    models.push({
      own: await sow(twin, ownerId, seed),
      stranger: await sow(twin, stranger, { ...seed, reports: seed.reports.slice(0, 2) }),
    });
    keys.push(await issueKeys(twin, ownerId, twins.clock.now));
  }
  const [first, second] = models;
  if (first === undefined || second === undefined) throw new Error('There are no two twins.');
  const model = first.own;
  if (String([...model.reports.keys()]) !== String([...second.own.reports.keys()])) {
    throw new Error('The twins do not count alike.');
  }
  const seen = { cursors: [], etags: [] };
  return {
    model,
    keys,
    seen,
    secrets: [
      secretMark,
      ...keys.flatMap(({ good, revoked, expired }) => [good, revoked, expired]),
    ],
    look: ({ ref, which, altered = (text) => text }) => {
      const pool = poolOf(ref, model, first.stranger, seen);
      return altered(String(pool[which % Math.max(1, pool.length)] ?? '999999999'));
    },
  };
}

function poolOf(
  ref: Reference['ref'],
  own: Model,
  stranger: Model,
  seen: World['seen'],
): readonly (string | number)[] {
  switch (ref) {
    case 'own report':
      return [...own.reports.keys()];
    case 'own website':
      return [...own.websites.keys()];
    case 'deleted report':
      return own.deleted.reports;
    case 'deleted website':
      return own.deleted.websites;
    case 'report of another':
      return [...stranger.reports.keys()];
    case 'website of another':
      return [...stranger.websites.keys()];
    case 'cursor':
      return seen.cursors;
    case 'etag':
      return seen.etags;
  }
}

async function sow({ store, context }: Twin, ownerId: string, seed: Seed): Promise<Model> {
  const model = emptyModel();
  for (const { domain, path, title, score } of seed.reports) {
    const url = `https://${domain}${path}`;
    const result = score >= 80 ? 'good' : score >= 50 ? 'decent' : 'bad';
    const createdAt = context.now();
    const part = { ownerId, domain, url, finalUrl: url, title, score, result, createdAt } as const;
    addReport(model, await store.reports.create(newReport(part)));
  }
  let place = 0;
  for (const id of model.websites.keys()) {
    const privacy = seed.privacies[place++ % seed.privacies.length] ?? 1;
    const password = privacy === 2;
    await store.websites.update(ownerId, id, {
      privacy: privacies[privacy] ?? 'private',
      ...(password && { passwordHash: `$hash$${secretMark}` }),
      updatedAt: context.now(),
    });
    model.websites.set(id, { privacy, password });
  }
  return model;
}

async function issueKeys({ context, store }: Twin, ownerId: string, now: number): Promise<Keys> {
  const old = createContext({ store, now: () => new Date(now - 60_000), randomBytes });
  const good = await issueApiKey(context, ownerId);
  const revoked = await issueApiKey(context, ownerId);
  await revokeApiKey(context, ownerId, revoked.apiKey.id);
  const expired = await issueApiKey(old, ownerId, { expiresAt: new Date(now - 30_000) });
  return { good: good.key, revoked: revoked.key, expired: expired.key };
}
