export type { Plan as DiskPlan } from './plan.ts';
