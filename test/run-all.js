/** `npm test`: everything that must hold, and at the end one line that counts it. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installDebianPackages } from './debian-packages.js'

const checks = [
  ['format and lint', ['biome', 'check', '--error-on-warnings', '.']],
  ['types', ['tsc', '-p', 'tsconfig.json', '--noEmit']],
  ['types of the web app', ['tsc', '-p', 'web/tsconfig.json', '--noEmit']],
  ['build', ['npm', 'run', '-s', 'build']],
]

installDebianPackages()

const count = { passed: 0, failed: 0, skipped: 0 }
for (const [name, command] of checks) {
  const ok = run(command)
  console.log(`${ok ? 'ok' : 'FAILED'}: ${name}`)
  count[ok ? 'passed' : 'failed'] += 1
}

const folder = mkdtempSync(join(tmpdir(), 'switchboard-results-'))
const results = join(folder, 'results.json')
const extra = process.argv.slice(2)
const ended = run([
  'vitest',
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${results}`,
  ...extra,
])
try {
  const report = JSON.parse(readFileSync(results, 'utf8'))
  count.passed += report.numPassedTests
  count.failed += report.numFailedTests
  count.skipped += report.numPendingTests + report.numTodoTests
  // A file that cannot even be loaded has no tests to fail.
  for (const file of report.testResults) {
    if (file.status === 'failed' && file.assertionResults.length === 0) count.failed += 1
  }
} catch {
  count.failed += 1
}
rmSync(folder, { recursive: true, force: true })
if (!ended && count.failed === 0) count.failed += 1

console.log(`${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`)
process.exitCode = count.failed === 0 ? 0 : 1

function run(command) {
  const [program, ...args] = command[0] === 'npm' ? command : ['npx', '--no-install', ...command]
  return spawnSync(program, args, { stdio: 'inherit' }).status === 0
}
