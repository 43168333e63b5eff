// Preloaded into a measured process: writes the peak of its resident memory, in bytes, to the file BENCH_PEAK_FILE.
import { readFileSync, writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const file = process.env.BENCH_PEAK_FILE;

// VmHWM and not maxRSS: Linux counts the parent's memory before exec into maxRSS. Both include threads.
if (isMainThread && file !== undefined) {
  process.on('exit', () => {
    const [, kibibytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
    writeFileSync(file, String(Number(kibibytes) * 1024));
  });
}
