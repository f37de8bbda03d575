/** What some worker processes did. */
export interface Measured {
  /** Requests that one host had open at the same time, at most, while many of its jobs were due. */
  readonly mostOpen: number;
  readonly jobs: {
    readonly created: number;
    readonly done: number;
    readonly reports: number;
    /** How many URLs the reports have. Each job has another. */
    readonly urls: number;
  };
  readonly jobsPerSecond: { readonly oneOwner: number; readonly manyOwners: number };
  /** Statements that an idle worker sends in a second. */
  readonly idleStatements: number;
  /** The most frequent statements of all processes while the workers were idle. */
  readonly mostSent: readonly { readonly statement: string; readonly calls: number }[];
  /** Milliseconds from the creation of a job to its start, while the workers are idle. */
  readonly startMs: readonly number[];
  /** What happened after the worker of a step of a crawl was killed; absent with a single worker. */
  readonly killedStep?: {
    /** Seconds until another worker began with it; `null` if none did. */
    readonly takenOverAfter: number | null;
    /** How the crawl ended. */
    readonly status: string;
  };
}

/** Two reports of a host at a time, each with four requests at a time. */
const maxOpen = 8;

/** What must hold on any machine, however busy: what does not, in sentences. */
export function brokenBounds({ mostOpen, jobs, killedStep }: Measured): readonly string[] {
  const { created, done, reports, urls } = jobs;
  const broken: string[] = [];
  if (mostOpen > maxOpen) {
    broken.push(`A host had ${mostOpen} requests open at the same time, more than ${maxOpen}.`);
  }
  if (done !== created) broken.push(`Of ${created} jobs, ${done} are done.`);
  if (urls < created) broken.push(`${created} jobs have reports of ${urls} URLs only.`);
  if (reports > urls) broken.push(`${reports} reports of ${urls} URLs: some were created twice.`);
  if (killedStep?.takenOverAfter === null) {
    broken.push('No worker took over the step of a crawl whose worker was killed.');
  }
  if (killedStep !== undefined && killedStep.status !== 'done') {
    broken.push(`The crawl whose worker was killed is ${killedStep.status}.`);
  }
  return broken;
}
