import { expect, it } from 'vitest'
import { type FixtureChange, translated } from '../../../../../test/harness/webhook-fixtures.ts'
import { circleci } from './translate-circleci.ts'

const content = (name: string, change: FixtureChange = {}) => translated(circleci, name, change)?.content
const page =
  'https://app.circleci.com/pipelines/github/brass/engine/130/workflows/fda08377-fe7e-46b1-8992-3a7aaecac9c3'

it('a workflow says how it ended, where, and for which commit', () => {
  expect(translated(circleci, 'workflow-failed')).toEqual({
    topic: 'engine / main',
    content: `❌ [Workflow build-and-test](${page}) on \`main\`: failed after 197 s\n> Print the numbers`,
  })
  expect(content('workflow-failed', { body: { 'workflow.status': 'canceled' } })).toMatch(/^🚫/)
  expect(content('workflow-failed', { body: { 'workflow.stopped_at': null } })).toContain(': failed\n')
})

it('projects that are not on GitHub describe their source elsewhere', () => {
  expect(translated(circleci, 'gitlab-workflow')).toEqual({
    topic: 'engine / belt',
    content: `✅ [Workflow build-and-test](${page}) on \`belt\`: success after 197 s\n> Oil the gears`,
  })
  expect(translated(circleci, 'gitlab-workflow', { body: { pipeline: { id: '1' } } })?.topic).toBe('engine')
})

it('jobs are announced unless the URL excludes them', () => {
  expect(content('job-succeeded')).toBe(`✅ [Job test](${page}) on \`main\`: success after 7 s`)
  const options = { exclude_events: ['job-completed'] }
  expect(translated(circleci, 'job-succeeded', { options })).toBeUndefined()
  expect(translated(circleci, 'workflow-failed', { options })).toBeDefined()
  expect(translated(circleci, 'workflow-failed', { options: { branches: 'release/*' } })).toBeUndefined()
})

it('an unknown event is refused', () => {
  expect(() => content('job-succeeded', { body: { type: 'job-started' } })).toThrow(
    "The 'job-started' event isn't currently supported by the CircleCI webhook",
  )
})
