/**
 * `npm test`, `npm run test:quick` and `npm run test:all`: format, lint, types, build, and the parts of test/suites.js.
 *
 *   --quick       only what finds most mistakes within two minutes
 *   --all         everything
 *   --rest        only what --all has besides `npm test`
 *   --minutes N   of those parts only as many as take N minutes, in the order of the table; names the others
 *   --list        names the parts and their times, and runs nothing
 *
 * Two things happen at a time: the build and the parts that compute, one after another; beside them the other checks,
 * and then the parts that mostly wait (for phones, for browsers), which come first when both want a processor. What
 * happens beside is printed when it has ended.
 *
 * At the end: the slowest files, what was skipped and why, and one line that counts the results.
 */
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { setPriority, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { adviceFor, installDebianPackages } from './debian-packages.js'
import { skippedTests } from './skipped-tests.js'
import { filesOf, missingFor, mistakesInSuites, suites } from './suites.js'

const SLOWEST_SHOWN = 10
/** More failed files than this are no coincidence. */
const MAX_FILES_RUN_AGAIN = 8
/** Tests that pass only the second time are bugs. More of them than this fail the run. */
const MAX_UNSTEADY_FILES = 2
/** Format, lint, types and build. */
const CHECK_MINUTES = { quick: 0.5, usual: 1, rest: 0 }
/** Of the parts that compute: as `nice` counts. */
const LOWER_PRIORITY = 3
/** What the compiler found out is kept there for the next time. */
const COMPILER_FOLDER = 'node_modules/.cache/switchboard-types'

const { values: options, positionals } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
    rest: { type: 'boolean', default: false },
    minutes: { type: 'string' },
    list: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})
if (positionals.length > 0) {
  console.error(`Unknown: ${positionals.join(' ')}. To run some of the tests: npx vitest run PATH`)
  process.exit(2)
}

const levels = options.rest
  ? ['rest']
  : options.quick
    ? ['quick']
    : options.all
      ? ['usual', 'rest']
      : ['usual']
const { parts, leftOut } = chooseParts()
const startedAt = Date.now()
const totalMinutes =
  sum(parts.map(({ minutes }) => minutes)) + sum(levels.map((level) => CHECK_MINUTES[level]))
console.log(`${parts.length} parts, about ${Math.ceil(totalMinutes)} minutes on two quiet cores:`)
for (const part of parts)
  console.log(`  ${part.minutes.toFixed(1).padStart(4)} min  ${part.name} (files: ${filesOf(part).length})`)
for (const { name, minutes } of leftOut) console.log(`left out for lack of time: ${name} (${minutes} min)`)
if (options.list) process.exit(0)

if (!options.quick) installDebianPackages()

const count = { passed: 0, failed: 0, skipped: 0 }
let [begun, cpuKnown, minutesLeft] = [0, 0, sum(parts.map(({ minutes }) => minutes))]
checkTable()
const results = (await Promise.all([computeAll(), waitBeside()])).flat()
const unsteady = await runAgain(results.filter(({ status }) => status === 'failed'))

printSlowest(results)
for (const line of skippedTests(results)) console.log(line)
for (const { name, minutes } of leftOut) console.log(`left out for lack of time: ${name} (${minutes} min)`)
for (const part of parts) {
  const missing = missingFor(part)
  if (missing.length === 0) continue
  const files = filesOf(part).length
  const advice = missing.map(adviceFor).join('; ')
  console.log(
    `missing ${missing.join(', ')}: cost the part "${part.name}", files: ${files}. To run them: ${advice}`,
  )
  count.skipped += files
}
for (const { file, failure } of unsteady)
  console.log(`UNSTEADY, passed the second time only: ${file}\n  first: ${failure}`)
const isTooUnsteady = unsteady.length > MAX_UNSTEADY_FILES
if (isTooUnsteady) console.log(`FAILED: more than ${MAX_UNSTEADY_FILES} files passed the second time only`)
for (const result of results) {
  const tests = result.tests.map(({ status }) => status)
  count.passed += tests.filter((status) => status === 'passed').length
  count.skipped += tests.filter((status) => status !== 'passed' && status !== 'failed').length
  // A file that cannot even be loaded has no tests to fail.
  const failed = Math.max(tests.filter((status) => status === 'failed').length, 1)
  if (result.status === 'failed') count.failed += failed
}
if (isTooUnsteady) count.failed += 1
console.log(`${minutesSince(startedAt)} min, ${(cpuSeconds() / 60).toFixed(1)} min of processor time`)
console.log(`${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`)
process.exitCode = count.failed === 0 ? 0 : 1

/** Without `--minutes` all parts of the levels. With it, each in its turn that still fits. */
function chooseParts() {
  const candidates = suites.filter(({ level }) => levels.includes(level))
  let left = options.minutes === undefined ? Number.POSITIVE_INFINITY : Number(options.minutes)
  const chosen = candidates.filter(({ minutes }) => {
    if (minutes > left) return false
    left -= minutes
    return true
  })
  return { parts: chosen, leftOut: candidates.filter((one) => !chosen.includes(one)) }
}

function checkTable() {
  const mistakes = mistakesInSuites()
  for (const mistake of mistakes) console.log(`test/suites.js: ${mistake}`)
  report('the table of the parts', mistakes.length === 0)
}

/** The build, which the tests use, and the parts that keep the processors busy. */
async function computeAll() {
  if (!options.quick) report('build', (await run(['node', 'build.js'])).isGood)
  return runParts(parts.filter(({ waits }) => !waits))
}

/** The other checks, and the parts that mostly wait. */
async function waitBeside() {
  mkdirSync(COMPILER_FOLDER, { recursive: true })
  const types = (project, name) => [
    ...['tsc', '-p', project, '--noEmit'],
    ...['--incremental', '--tsBuildInfoFile', join(COMPILER_FOLDER, name)],
  ]
  const checks = [
    ['format and lint', ['biome', 'check', '--error-on-warnings', '.']],
    ['types', types('tsconfig.json', 'server')],
    ['types of the web app', types('web/tsconfig.json', 'web')],
    ['types of the service worker', types('web/src/service-worker/tsconfig.json', 'service-worker')],
    ['types of the client', types('packages/client/tsconfig.json', 'client')],
  ]
  // `npm test` has run them on the same sources.
  if (!options.rest)
    for (const [name, command] of checks) report(name, (await run(command, { isBeside: true })).isGood)
  return runParts(parts.filter(({ waits }) => waits))
}

async function runParts(chosen) {
  const found = []
  for (const part of chosen) found.push(...(await runPart(part)))
  return found
}

function report(name, isGood) {
  console.log(`${isGood ? 'ok' : 'FAILED'}: ${name}`)
  count[isGood ? 'passed' : 'failed'] += 1
}

/** The results of its files. None if programs are missing that it needs. */
async function runPart(part) {
  begun += 1
  const progress = `${minutesSince(startedAt)} min passed, about ${minutesLeft.toFixed(1)} left`
  minutesLeft -= part.minutes
  if (missingFor(part).length > 0) return []
  const files = filesOf(part)
  const began = Date.now()
  const title = `[${begun}/${parts.length}] ${part.name}`
  console.log(`\n${title}, files: ${files.length}, about ${part.minutes} min; ${progress}`)
  const { found, cpu } = await runTests(part, files, part.workers, part.waits)
  console.log(`${title}: ${minutesSince(began)} min, ${cpu.toFixed(0)} s of processor time`)
  return found
}

/**
 * Files with failures, once more, one by one, when the machine has nothing else to do. Returns those that pass now, with
 * what failed at first. Their second results take the place of the first.
 */
async function runAgain(failed) {
  if (failed.length === 0 || failed.length > MAX_FILES_RUN_AGAIN) return []
  console.log(`\nFailed files that run once more: ${failed.length}`)
  const passed = []
  for (const first of failed) {
    const { found } = await runTests(first.part, [first.file], 1)
    const [second] = found
    if (second?.status !== 'passed') continue
    const { name, failure } = first.tests.find(({ status }) => status === 'failed') ?? {
      name: '',
      failure: first.message,
    }
    passed.push({ file: first.file, failure: `${name}: ${failure}` })
    Object.assign(first, { status: second.status, tests: second.tests })
  }
  return passed
}

async function runTests(part, files, workers, isBeside = false) {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-results-'))
  const output = join(folder, 'results.json')
  const environment = part.engine ? { TEST_ENGINE: part.engine } : {}
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${output}`]
  // Each part, and the next run, finds the modules as the last one transformed them.
  const settings = [`--maxWorkers=${workers}`, '--experimental.fsModuleCache']
  const command = ['vitest', 'run', ...reporters, ...settings, ...files]
  const { isGood, cpu } = await run(command, { environment, isBeside })
  let found = []
  try {
    found = JSON.parse(readFileSync(output, 'utf8')).testResults.map((result) => readResult(part, result))
  } catch {
    console.log('vitest wrote no results')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  // Errors outside tests fail a run in which all tests pass.
  if (!isGood && found.every(({ status }) => status === 'passed'))
    found.push({ part, file: part.name, status: 'failed', seconds: 0, tests: [], message: 'see above' })
  return { found, cpu }
}

function readResult(part, { name, status, startTime, endTime, message, assertionResults }) {
  return {
    part,
    file: relative(process.cwd(), name),
    status,
    seconds: (endTime - startTime) / 1000,
    message: firstLine(message),
    tests: assertionResults.map((test) => ({
      name: test.fullName,
      status: test.status,
      failure: firstLine(test.failureMessages?.[0]),
    })),
  }
}

function printSlowest(files) {
  console.log('\nThe slowest files:')
  for (const { seconds, file } of files.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST_SHOWN))
    console.log(`${seconds.toFixed(1).padStart(8)} s  ${file}`)
}

/**
 * Whether a program of the project ends well, and how many seconds of a processor it took. What runs beside something
 * else prints when it has ended.
 */
function run([program, ...args], { environment = {}, isBeside = false } = {}) {
  const path = program === 'node' ? process.execPath : join('node_modules/.bin', program)
  const child = spawn(path, args, {
    stdio: isBeside ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    env: { ...process.env, ...environment },
  })
  if (!isBeside && child.pid !== undefined) setPriority(child.pid, LOWER_PRIORITY)
  const printed = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (bytes) => printed.push(bytes))
  let cpu = 0
  child.once('exit', () => {
    // What the system counts grows when a program ends, by all that this one took.
    cpu = cpuSeconds() - cpuKnown
    cpuKnown += cpu
  })
  return new Promise((ended) => {
    child.once('error', (error) => {
      console.log(error.message)
      ended({ isGood: false, cpu })
    })
    child.once('close', (code) => {
      process.stdout.write(Buffer.concat(printed))
      ended({ isGood: code === 0, cpu })
    })
  })
}

/** Of all processes that have ended. 0 where the system does not say. */
function cpuSeconds() {
  try {
    // After the name in parentheses: the 14th and 15th are user and system time of the children, in hundredths.
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ')
    return (Number(fields[13]) + Number(fields[14])) / 100
  } catch {
    return 0
  }
}

function firstLine(text) {
  return (text ?? '').split('\n')[0].slice(0, 300)
}

function minutesSince(time) {
  return ((Date.now() - time) / 60_000).toFixed(1)
}

function sum(numbers) {
  return numbers.reduce((total, one) => total + one, 0)
}
