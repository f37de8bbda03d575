import type { Embedding } from './use-embedding.ts';

/** The examples of embedding, and how their servers differ for users. */
export const embeddings = {
  'embed-fastify': { prefix: '', ownPath: '/clients', ownError: 'agency' },
  'embed-express': { prefix: '/seo', ownPath: '/sites', ownError: 'builder' },
} as const satisfies Record<string, Omit<Embedding, 'address'>>;
