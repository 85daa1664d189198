import { concurrentScenarios } from './concurrent-scenarios.ts'
import { eightWriters } from './eight-writers.ts'
import type { World } from './model-world.ts'
import { readStateScenarios } from './read-state-scenarios.ts'
import { visibilityScenarios } from './visibility-scenarios.ts'
import { volumeScenarios } from './volume-scenarios.ts'

/** Scripted: acts in a world and compares. */
export type Scenario = (world: World) => Promise<void>

/** By name: what random steps would reach seldom, or only after hours. */
export const scenarios: Readonly<Record<string, Scenario>> = {
  ...readStateScenarios,
  ...concurrentScenarios,
  ...visibilityScenarios,
  eightWriters,
  ...volumeScenarios,
}
