import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The order of test files: first those with a process each, most of which are slow and wait, so that none of them is
 * left alone at the end; then one project after the other. Vitest sorts files by size across projects, but a process
 * that files of a project share ends when the next file is of another project, and starting one takes seconds.
 */
export class ProjectSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const names = [...new Set(sorted.map(({ project }) => project.name))];
    const rankOf = ({ project }: TestSpecification) =>
      project.config.isolate ? -1 : names.indexOf(project.name);
    return sorted.toSorted((a, b) => rankOf(a) - rankOf(b));
  }
}
