/** The jobs of the thread that matches and explains. */
import { runToEnd } from '#domain/matching/progress.ts';
import type { JobContext } from '#platform/job-thread.ts';
import type { Answers, Question, Scope } from './questions.ts';
import { createWork } from './work.ts';

export function createJobs({ keepGoing, noteProgress }: JobContext) {
  const work = createWork();
  const jobs = {
    answer: (scope: Scope, question: Question): Partial<Answers> =>
      runToEnd(work.answer(scope, question), (progress) => {
        noteProgress(progress);
        keepGoing();
      }),
  };
  return { jobs };
}
