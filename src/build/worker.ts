// A thread of a build: the jobs of `work.ts`, called from another thread.
import { workerData } from 'piscina';
import { workHere, type Work, type WorkContext } from './work.ts';

const context: WorkContext = workerData;
const work: Work = workHere(context);

export const { courses, pages, search } = work;
