import { describe, inject, it } from 'vitest'
import { makeModelPlace } from './model-place.ts'
import { runModel } from './run-model.ts'

const STEPS = 150
const BUDGET_MS = 8000
const MAX_MS = 180_000

const runs = [
  { engine: 'SQLite', tinyCaches: false, seed: 1 },
  { engine: 'SQLite', tinyCaches: true, seed: 2 },
  { engine: 'PostgreSQL', tinyCaches: false, seed: 3 },
  { engine: 'PostgreSQL', tinyCaches: true, seed: 4 },
] as const

/** `npm run model` does the same for longer, and with the seed of a failure. */
describe.each(runs)('the server = a naive model on $engine, tiny caches: $tinyCaches', (run) => {
  it('for random users, with restarts in between', { timeout: MAX_MS }, async () => {
    const place = await makeModelPlace(run.engine === 'SQLite' ? undefined : inject('postgresUrl'))
    try {
      await runModel({
        ...run,
        place,
        steps: STEPS,
        budgetMs: BUDGET_MS,
        restarts: true,
        volume: false,
        skip: [],
        isLong: false,
      })
    } finally {
      await place.remove()
    }
  })
})
