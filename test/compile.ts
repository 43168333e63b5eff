// Compiles the command once before all tests: real processes and worker threads run what is compiled.
import { execFileSync } from 'node:child_process';

export default function compile(): void {
  execFileSync('npm', ['run', '--silent', 'compile'], { stdio: 'inherit' });
}
