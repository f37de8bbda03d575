import type { Mutant } from '../mutant.ts';
import { addressMutants } from './addresses.ts';
import { closingMutants } from './closing.ts';
import { connectionMutants } from './connection.ts';
import { eventMutants } from './events.ts';
import { extraRequestMutants } from './extra-requests.ts';
import { gateMutants } from './gate.ts';
import { hostMutants } from './host.ts';
import { httpAnswerMutants } from './http-answers.ts';
import { logMutants } from './log.ts';
import { loginMutants } from './login.ts';
import { probeMutants } from './probes.ts';
import { redirectMutants } from './redirects.ts';
import { responseMutants } from './responses.ts';
import { robotsMutants } from './robots.ts';
import { timeMutants } from './time.ts';

/** Every guard that has to be missed when it is gone. */
export const mutants: readonly Mutant[] = [
  ...addressMutants,
  ...gateMutants,
  ...connectionMutants,
  ...redirectMutants,
  ...responseMutants,
  ...robotsMutants,
  ...timeMutants,
  ...hostMutants,
  ...closingMutants,
  ...extraRequestMutants,
  ...probeMutants,
  ...httpAnswerMutants,
  ...eventMutants,
  ...loginMutants,
  ...logMutants,
];
