// Results that are made once per test run, by the first test file that requests them.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readJsonSync } from 'fs-extra/esm';
import { inject } from 'vitest';
import type { ServiceRequest } from './services.ts';

type Outcome<T> = { readonly value: T } | { readonly error: string };

/** Runs `make` once per run for each key, in a folder of its own; other test files wait for the result, which must be JSON. */
export async function shared<T>(key: string, make: (folder: string) => Promise<T>): Promise<T> {
  const folder = join(inject('sharedFolder'), createHash('sha256').update(key).digest('hex').slice(0, 16));
  const file = `${folder}.json`;
  if (isFirst(folder)) {
    const outcome: Outcome<T> = await make(folder).then(
      (value) => ({ value }),
      (error: unknown) => ({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    );
    writeFileSync(`${file}.part`, JSON.stringify(outcome));
    renameSync(`${file}.part`, file);
  }
  while (!existsSync(file)) await pause(20);
  const outcome: Outcome<T> = readJsonSync(file);
  if ('error' in outcome) throw new Error(outcome.error);
  return outcome.value;
}

/** Starts a program that runs until the end of the run, and returns its endpoint. */
export async function startService(service: ServiceRequest): Promise<string> {
  const response = await fetch(inject('services'), { method: 'POST', body: JSON.stringify(service) });
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}

/** Whether this process is the first to create the folder. */
function isFirst(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}
