import { describeEmbedding } from '../../../scripts/describe-embedding.ts';

describeEmbedding('embed-express');
