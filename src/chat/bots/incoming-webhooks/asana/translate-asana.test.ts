import { expect, it } from 'vitest'
import { type FixtureChange, translated } from '../../../../../test/harness/webhook-fixtures.ts'
import { asana } from './translate-asana.ts'

const content = (name: string, change: FixtureChange = {}) => translated(asana, name, change)?.content
const task = '[1337](https://app.asana.com/0/0/1337)'

it('an addition is told once, of the project and not of its section', () => {
  expect(translated(asana, 'task-added')).toEqual({
    topic: 'Asana',
    content: `Task ${task} was added to project [1555](https://app.asana.com/0/0/1555)`,
  })
})

it('several changes are a list', () => {
  expect(content('task-changed')).toBe(
    [
      `* Task ${task}: assignee was changed`,
      `* Task ${task}: due on was changed`,
      '* Task [1338](https://app.asana.com/0/0/1338): completed was changed',
    ].join('\n'),
  )
})

it('comments and deletions; names if Asana sends them', () => {
  expect(content('comment')).toBe(`Somebody commented on task ${task}`)
  expect(content('task-deleted')).toBe(`Task ${task} was deleted`)
  expect(content('task-deleted', { body: { 'events.0.resource.name': 'Oil [it]' } })).toBe(
    'Task [Oil \\[it\\]](https://app.asana.com/0/0/1337) was deleted',
  )
})

it('heartbeats, other stories and filtered events make no message', () => {
  expect(translated(asana, 'comment', { body: { events: [] } })).toBeUndefined()
  const subtype = { 'events.0.resource.resource_subtype': 'assigned' }
  expect(translated(asana, 'comment', { body: subtype })).toBeUndefined()
  expect(translated(asana, 'task-changed', { options: { exclude_events: ['task.changed'] } })).toBeUndefined()
  expect(translated(asana, 'task-deleted', { options: { only_events: ['story'] } })).toBeUndefined()
})
