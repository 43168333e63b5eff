#!/usr/bin/env node
// The command `course-catalog`.
import { run } from './cli.ts';

process.exitCode = await run(process);
