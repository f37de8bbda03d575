import type { Route } from '../route.ts';
import type { DocumentMethod, OperationObject } from './document-objects.ts';
import { errorResponses } from './error-responses.ts';
import type { Login } from './login.ts';
import { requestBodyOf } from './request-body.ts';
import { parametersOf } from './request-parameters.ts';
import { successResponses } from './success-response.ts';

/** The tag of an operation's record. */
export const tagByRecord = { report: 'Reports', website: 'Websites' } as const;

/** An operation in the document. */
export function operationObject(route: Route, login: Login): OperationObject {
  const parameters = parametersOf(route);
  return {
    tags: [tagByRecord[route.success.record]],
    operationId: route.operationId,
    summary: route.summary,
    description: route.description,
    ...(parameters.length > 0 && { parameters }),
    ...(route.body && { requestBody: requestBodyOf(route, route.body) }),
    responses: { ...successResponses(route), ...errorResponses(route, login) },
  };
}

/** A route's method, as written in the document. */
export function documentMethod({ method }: Route): DocumentMethod {
  return method.toLowerCase() as Lowercase<Route['method']>;
}
