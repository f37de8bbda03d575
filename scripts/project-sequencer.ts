import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The order of test files: one project after the other, and those of slow files first, most of which wait, so that none
 * of them is left alone at the end. Vitest sorts files by size across projects, but a process that files of a project
 * share ends when the next file is of another project, and starting one takes seconds.
 */
export class ProjectSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const names = [...new Set(sorted.map(({ project }) => project.name))];
    const isFast = (name: string) => name.startsWith('fast');
    const order = [...names.filter((name) => !isFast(name)), ...names.filter(isFast)];
    const rankOf = ({ project }: TestSpecification) => order.indexOf(project.name);
    // A few lines that call the longest suite there is: by size, they would begin last, and end alone.
    const isContract = ({ moduleId }: TestSpecification) => moduleId.endsWith('-store.test.ts');
    return sorted.toSorted(
      (a, b) => rankOf(a) - rankOf(b) || Number(isContract(b)) - Number(isContract(a)),
    );
  }
}
