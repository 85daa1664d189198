import { describe, it } from 'vitest'
import { runModel } from './run-model.ts'
import { makeStartedPlace } from './test-scenarios.ts'

const STEPS = 150
const BUDGET_MS = 8000
const MAX_MS = 180_000

const runs = [
  { engine: 'SQLite', tinyCaches: false, seed: 1 },
  { engine: 'SQLite', tinyCaches: true, seed: 2 },
  { engine: 'PostgreSQL', tinyCaches: false, seed: 3 },
] as const

/** `npm run model` does the same for longer, and with the seed of a failure. */
describe.each(runs)('the server on $engine, tiny caches: $tinyCaches', (run) => {
  it('answers random users like the model, also after restarts', { timeout: MAX_MS }, async () => {
    const place = await makeStartedPlace(run.engine)
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
