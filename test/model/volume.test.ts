import { describe } from 'vitest'
import { testScenarios } from './test-scenarios.ts'
import { volumeScenarios } from './volume-scenarios.ts'

/** Thousands of messages take a while, so they run on one engine only. */
describe('the server on SQLite', () => {
  testScenarios('SQLite', volumeScenarios)
})
