// Preloaded into a measured process: writes the peak of its resident memory, in bytes, and its processor time, in microseconds, to
// the file BENCH_PEAK_FILE.
import { readFileSync, writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const file = process.env.BENCH_PEAK_FILE;

// VmHWM and not maxRSS: Linux counts the parent's memory before exec into maxRSS. Both include threads.
if (isMainThread && file !== undefined) {
  process.on('exit', () => {
    const [, kibibytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
    const { user, system } = process.cpuUsage();
    writeFileSync(file, `${Number(kibibytes) * 1024} ${user + system}`);
  });
}
