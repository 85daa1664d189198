import { beforeAll, it } from 'vitest'
import { buildSwitchboard } from '../harness/build-switchboard.ts'
import { type EngineName, makePlace, type Place } from '../harness/engines.ts'
import { copyTemplate, makeTemplate, type PlaceTemplate } from '../harness/place-template.ts'
import { startSwitchboard } from '../harness/run-switchboard.ts'
import { inWorld } from './run-model.ts'
import type { Scenario } from './scenarios.ts'

const MAX_MS = 120_000

/** A test of each scenario, in a world of its own. `npm run model -- --scenario all` has all of them on both engines. */
export function testScenarios(engine: EngineName, scenarios: Readonly<Record<string, Scenario>>): void {
  beforeAll(() => buildSwitchboard(), MAX_MS)
  for (const [name, scenario] of Object.entries(scenarios)) {
    it(`answers like the model in the scenario ${name}`, { timeout: MAX_MS }, async () => {
      const place = await makeStartedPlace(engine)
      try {
        await inWorld({ seed: 1, place, tinyCaches: false, isLong: false }, scenario)
      } finally {
        await place.remove()
      }
    })
  }
}

const templates = new Map<EngineName, Promise<PlaceTemplate>>()

/** A place in which a server was started once: tables and the demo organization are there already. */
export async function makeStartedPlace(engine: EngineName): Promise<Place> {
  const template = templates.get(engine) ?? makePlace(engine).then((place) => makeTemplate(place, startOnce))
  templates.set(engine, template)
  return copyTemplate(await template)
}

async function startOnce(place: Place): Promise<void> {
  const server = await startSwitchboard(['--development'], { place, environment: { LOG_LEVEL: 'error' } })
  await server.stop()
}
