// A thread that audits views and pages beside the main thread.
import { workerData } from 'node:worker_threads';
import { auditViewsAndPages, type Audit } from './audit.ts';

const audit: Audit = workerData;
auditViewsAndPages(audit);
