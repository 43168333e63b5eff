// A thread that audits files of courses beside the main thread.
import { workerData } from 'node:worker_threads';
import { auditCourses, type CourseAudit } from './audit.ts';

const audit: CourseAudit = workerData;
auditCourses(audit);
