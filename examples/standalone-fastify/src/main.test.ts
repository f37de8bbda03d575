import { describeStandalone } from '../../../scripts/describe-standalone.ts';

describeStandalone('standalone-fastify');
