import { expect, it } from 'vitest'
import { type FixtureChange, translated } from '../../../../../test/harness/webhook-fixtures.ts'
import { jenkins } from './translate-jenkins.ts'

const content = (name: string, change: FixtureChange = {}) => translated(jenkins, name, change)?.content
const build = '[engine #18](https://jenkins.example.com/job/engine/18/) on `main`'

it('a build says how it ended, and which tests failed', () => {
  expect(translated(jenkins, 'failed')).toEqual({
    topic: 'engine',
    content: [
      `❌ ${build}: failure after 125 s, 2 of 300 tests failed`,
      '* `brass.ValveTest.turns`',
      '* `brass.ValveTest.stops`',
    ].join('\n'),
  })
  expect(content('succeeded')).toBe(`✅ ${build}: success after 125 s`)
  expect(content('succeeded', { body: { 'build.status': 'ABORTED' } })).toMatch(/^🚫 .*: aborted/)
  expect(content('succeeded', { body: { 'build.status': 'UNSTABLE', 'build.duration': 0 } })).toBe(
    `⚠️ ${build}: unstable`,
  )
})

it('a build can be announced when it starts', () => {
  expect(content('started')).toBe(`🔹 ${build}: started`)
  expect(content('started', { body: { 'build.phase': 'QUEUED' } })).toBe(`🔹 ${build}: is waiting`)
  expect(translated(jenkins, 'started', { options: { exclude_events: ['STARTED'] } })).toBeUndefined()
})

it('a job without a repository has no branch', () => {
  expect(content('succeeded', { body: { 'build.scm': undefined } })).toBe(
    '✅ [engine #18](https://jenkins.example.com/job/engine/18/): success after 125 s',
  )
  expect(translated(jenkins, 'succeeded', { options: { branches: 'release' } })).toBeUndefined()
})

it('an unknown phase is refused', () => {
  expect(() => content('started', { body: { 'build.phase': 'DREAMING' } })).toThrow(
    "The 'DREAMING' event isn't currently supported by the Jenkins webhook",
  )
})
