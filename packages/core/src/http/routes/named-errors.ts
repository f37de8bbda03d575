import { isSitegradeError } from '@sitegrade/foundation/errors';
import { snakeCase } from '../../listing/listing.ts';
import { invalidInput } from '../../validate.ts';

/** The result of a domain function, or its error with the names of fields in the API. */
export async function named<Result>(result: Promise<Result>): Promise<Result> {
  try {
    return await result;
  } catch (error) {
    if (!isSitegradeError(error) || error.code !== 'invalid_input') throw error;
    const issues = Object.entries(error.issues ?? {});
    throw invalidInput(Object.fromEntries(issues.map(([name, list]) => [snakeCase(name), list])));
  }
}
