import { describe } from 'vitest'
import { concurrentScenarios } from './concurrent-scenarios.ts'
import { eightWriters } from './eight-writers.ts'
import { readStateScenarios } from './read-state-scenarios.ts'
import { testScenarios } from './test-scenarios.ts'
import { visibilityScenarios } from './visibility-scenarios.ts'

describe('the server on SQLite', () => {
  testScenarios('SQLite', {
    ...readStateScenarios,
    ...concurrentScenarios,
    ...visibilityScenarios,
    eightWriters,
  })
})
