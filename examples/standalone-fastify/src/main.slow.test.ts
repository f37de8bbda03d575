import { describeOnTheWire } from '../../../scripts/describe-on-the-wire.ts';
import { describeStandalone } from '../../../scripts/describe-standalone.ts';

describeStandalone('standalone-fastify');
describeOnTheWire('standalone-fastify');
