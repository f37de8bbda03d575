// The step of action.yml that writes the summary as a comment on the pull request, or changes the one that it wrote
// before. A comment that cannot be written is a warning: what is checked is the site.
import { readFileSync } from 'node:fs';

const { env } = process;
const api = env.GITHUB_API_URL || 'https://api.github.com';

/** Comments are listed in so many requests of a hundred. */
const maxPages = 20;

const timeoutMs = 20_000;

/** Who may have written our comment: not everyone who can see the pull request. */
const writers = new Set(['OWNER', 'MEMBER', 'COLLABORATOR']);

/** An error that may be shown: it has nothing of what was sent or received but the status. */
class CommentError extends Error {}

const advice = {
  401: 'The token is not valid.',
  403: 'The token may not do this. Give the job "permissions: pull-requests: write"; a pull request from a fork never has it.',
  404: 'The token may not see this repository, or the pull request is gone.',
};

async function request(method, path, body) {
  let response;
  try {
    response = await fetch(`${api}${path}`, {
      method,
      headers: {
        accept: 'application/vnd.github+json',
        authorization: `Bearer ${env.SITEGRADE_TOKEN}`,
        'content-type': 'application/json',
        'user-agent': 'sitegrade',
        'x-github-api-version': '2022-11-28',
      },
      ...(body && { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
  } catch {
    throw new CommentError('GitHub did not respond.');
  }
  const { status } = response;
  if (!response.ok) {
    throw new CommentError(
      `GitHub responded with status ${status}. ${advice[status] ?? ''}`.trim(),
    );
  }
  return response.json().catch(() => {
    throw new CommentError('GitHub sent a response that is not JSON.');
  });
}

/** The number of the pull request that this job is about; undefined for none. */
function pullRequest() {
  const event = JSON.parse(readFileSync(env.GITHUB_EVENT_PATH, 'utf8'));
  const number = event.pull_request?.number;
  return Number.isSafeInteger(number) ? number : undefined;
}

async function findComment(comments, marker) {
  for (let page = 1; page <= maxPages; page += 1) {
    const listed = await request('GET', `${comments}?per_page=100&page=${page}`);
    const own = listed.find(
      ({ body, user, author_association: role }) =>
        body?.startsWith(marker) && (user?.type === 'Bot' || writers.has(role)),
    );
    if (own !== undefined) return own;
    if (listed.length < 100) return undefined;
  }
  return undefined;
}

async function writeComment() {
  const number = pullRequest();
  if (number === undefined) return 'This is no pull request: there is nothing to comment on.';
  if (!env.SITEGRADE_TOKEN) throw new CommentError('There is no token.');
  const repository = env.GITHUB_REPOSITORY ?? '';
  if (!/^[\w.-]+\/[\w.-]+$/.test(repository))
    throw new CommentError('GITHUB_REPOSITORY is missing.');
  const key = (env.SITEGRADE_COMMENT_KEY ?? '').replace(/[^\w-]/g, '') || 'report';
  const marker = `<!-- sitegrade:${key} -->`;
  const body = `${marker}\n${readFileSync(env.SITEGRADE_SUMMARY, 'utf8')}`;
  const issues = `/repos/${repository}/issues`;
  const own = await findComment(`${issues}/${number}/comments`, marker);
  if (own === undefined) {
    await request('POST', `${issues}/${number}/comments`, { body });
    return 'Wrote the comment on the pull request.';
  }
  await request('PATCH', `${issues}/comments/${own.id}`, { body });
  return 'Updated the comment on the pull request.';
}

try {
  console.log(await writeComment());
} catch (error) {
  const reason =
    error instanceof CommentError ? error.message : 'The event of the job cannot be read.';
  console.log(`::warning title=sitegrade::The comment could not be written. ${reason}`);
}
