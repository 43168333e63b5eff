// Compiles the command once before all tests: real processes and worker threads run the compiled code.
import { execFileSync } from 'node:child_process';

export default function compile(): void {
  execFileSync('npm', ['run', '--silent', 'compile'], { stdio: 'inherit' });
}
