// A thread that audits files beside the main thread.
import { workerData } from 'node:worker_threads';
import { auditFiles, type Audit } from './audit.ts';

const audit: Audit = workerData;
auditFiles(audit);
