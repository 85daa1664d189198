/**
 * `npm test`: everything that must hold. `npm run test:quick`: what finds most mistakes within two minutes. At the end
 * the slowest files, and one line that counts the results. Files with failures run once more, one by one, when the
 * machine has nothing else to do: what passes then depends on the time that things take, is listed as unsteady, and is
 * worth fixing.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { installDebianPackages } from './debian-packages.js'

const SLOWEST_SHOWN = 10
/** Of about 500. More failures than this are no coincidence. */
const FILES_RUN_AGAIN = 8

const isQuick = process.argv.includes('--quick')
const extra = process.argv.slice(2).filter((argument) => argument !== '--quick')

/** The tests next to the sources, and the core of both products. */
const quickTests = [
  'src',
  'test/architecture.test.ts',
  'test/openapi.test.ts',
  'test/contract/messages',
  'test/contract/reactions',
  'test/contract/streams',
  'test/contract/subscriptions',
  'test/contract/topics',
  'test/contract/users',
  'test/contract/telephony/contacts',
  'test/contract/telephony/extensions',
  // Code that was written to be slow takes as long as all of the above.
  '--exclude=**/slow-markdown.test.ts',
  // Most modules have not changed since the last time.
  '--experimental.fsModuleCache',
]

const checks = [
  ['format and lint', ['biome', 'check', '--error-on-warnings', '.']],
  ['types', ['tsc', '-p', 'tsconfig.json', '--noEmit']],
  ['types of the web app', ['tsc', '-p', 'web/tsconfig.json', '--noEmit']],
  ['types of the client', ['tsc', '-p', 'packages/client/tsconfig.json', '--noEmit']],
  ...(isQuick ? [] : [['build', ['npm', 'run', '-s', 'build']]]),
]

if (isQuick) process.env.TEST_ENGINE ??= 'SQLite'
else installDebianPackages()

const count = { passed: 0, failed: 0, skipped: 0 }
for (const [name, command] of checks) {
  const ok = run(command)
  console.log(`${ok ? 'ok' : 'FAILED'}: ${name}`)
  count[ok ? 'passed' : 'failed'] += 1
}

const { isGreen, report } = runTests([...(isQuick ? quickTests : []), ...extra])
printSlowest(report.testResults)
const failedFiles = report.testResults
  .filter((file) => file.status === 'failed')
  .map((file) => relative(process.cwd(), file.name))
const isUnsteady =
  failedFiles.length > 0 &&
  failedFiles.length <= FILES_RUN_AGAIN &&
  runTests(['--maxWorkers=1', ...failedFiles]).isGreen
if (isUnsteady) console.log(`UNSTEADY, passed the second time only: ${failedFiles.join(', ')}`)
count.passed += report.numPassedTests + (isUnsteady ? report.numFailedTests : 0)
// A file that cannot even be loaded has no tests to fail.
if (!isGreen && !isUnsteady) count.failed += Math.max(report.numFailedTests, 1)
count.skipped += report.numPendingTests + report.numTodoTests

console.log(`${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`)
process.exitCode = count.failed === 0 ? 0 : 1

function runTests(args) {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-results-'))
  const results = join(folder, 'results.json')
  const isGreen = run([
    'vitest',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${results}`,
    ...args,
  ])
  try {
    return { isGreen, report: JSON.parse(readFileSync(results, 'utf8')) }
  } catch {
    const nothing = {
      numPassedTests: 0,
      numFailedTests: 0,
      numPendingTests: 0,
      numTodoTests: 0,
      testResults: [],
    }
    return { isGreen: false, report: nothing }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function printSlowest(files) {
  const seconds = ({ startTime, endTime }) => (endTime - startTime) / 1000
  const slowest = files.toSorted((a, b) => seconds(b) - seconds(a)).slice(0, SLOWEST_SHOWN)
  console.log('The slowest files:')
  for (const file of slowest)
    console.log(`${seconds(file).toFixed(1).padStart(8)} s  ${relative(process.cwd(), file.name)}`)
}

function run(command) {
  const [program, ...args] = command[0] === 'npm' ? command : ['npx', '--no-install', ...command]
  return spawnSync(program, args, { stdio: 'inherit' }).status === 0
}
