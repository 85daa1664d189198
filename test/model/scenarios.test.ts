import { describe, inject, it } from 'vitest'
import { makeModelPlace } from './model-place.ts'
import { inWorld } from './run-model.ts'
import { scenarios } from './scenarios.ts'
import { visibilityScenarios } from './visibility-scenarios.ts'
import { volumeScenarios } from './volume-scenarios.ts'

const MAX_MS = 120_000

/**
 * Thousands of messages take a while, and what a queue withholds does not depend on the engine: on one engine only.
 * `npm run model` has both.
 */
const isWorthwhile = (engine: string, name: string) =>
  engine === 'SQLite' || !Object.hasOwn({ ...volumeScenarios, ...visibilityScenarios }, name)

describe.each(['SQLite', 'PostgreSQL'])(
  'the server = a naive model in scripted scenarios on %s',
  (engine) => {
    for (const [name, scenario] of Object.entries(scenarios)) {
      if (!isWorthwhile(engine, name)) continue
      it(name, { timeout: MAX_MS }, async () => {
        const place = await makeModelPlace(engine === 'SQLite' ? undefined : inject('postgresUrl'))
        const options = {
          seed: 1,
          place,
          tinyCaches: false,
          isLong: false,
        } as const
        try {
          await inWorld(options, scenario)
        } finally {
          await place.remove()
        }
      })
    }
  },
)
