import { describe } from 'vitest'
import { concurrentScenarios } from './concurrent-scenarios.ts'
import { eightWriters } from './eight-writers.ts'
import { readStateScenarios } from './read-state-scenarios.ts'
import { testScenarios } from './test-scenarios.ts'

/** What a queue withholds does not depend on the engine, so the scenarios of visibility are not among them. */
describe('the server on PostgreSQL', () => {
  testScenarios('PostgreSQL', { ...readStateScenarios, ...concurrentScenarios, eightWriters })
})
