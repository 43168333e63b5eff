// A thread that audits views beside the one that began the audit.
import { workerData } from 'node:worker_threads';
import { auditViews, type ViewAudit } from './audit.ts';

const task: ViewAudit = workerData;
auditViews(task);
