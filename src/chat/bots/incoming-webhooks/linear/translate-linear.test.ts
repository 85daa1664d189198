import { expect, it } from 'vitest'
import { type FixtureChange, translated } from '../../../../../test/harness/webhook-fixtures.ts'
import { linear } from './translate-linear.ts'

const content = (name: string, change: FixtureChange = {}) => translated(linear, name, change)?.content
const page = 'https://linear.app/brass/issue/ENG-12/oil-the-gears'
const issue = `issue [ENG-12 Oil the gears](${page})`

it('an issue is created with what it says', () => {
  expect(translated(linear, 'issue-created')).toEqual({
    topic: 'ENG-12 Oil the gears',
    content: [
      `Ada Lovelace created ${issue}`,
      '* **State**: In Progress',
      '* **Priority**: High',
      '* **Assignee**: Grace Hopper',
      '> They **squeak**.',
    ].join('\n'),
  })
})

it('a change says what changed', () => {
  expect(content('issue-moved')).toBe(`Ada Lovelace moved ${issue} to In Progress`)
  expect(content('issue-assigned')).toBe(`Ada Lovelace assigned ${issue} to Grace Hopper`)
  expect(content('issue-assigned', { body: { 'data.assignee': null } })).toBe(
    `Ada Lovelace unassigned ${issue}`,
  )
  const changed = (updatedFrom: object) => content('issue-moved', { body: { updatedFrom } })
  expect(changed({ priority: 0 })).toBe(`Ada Lovelace set the priority of ${issue} to High`)
  expect(changed({ title: 'Grease' })).toContain('which was “Grease”')
  expect(changed({ sortOrder: 1, updatedAt: 'x' }), 'nobody sees this').toBeUndefined()
})

it('comments are in the topic of their issue', () => {
  expect(translated(linear, 'comment')).toEqual({
    topic: 'ENG-12 Oil the gears',
    content: `Ada Lovelace commented on [ENG-12 Oil the gears](${page}#comment-5)\n> With the *thin* oil.`,
  })
  expect(content('comment', { body: { action: 'remove' } })).not.toContain('oil.')
  expect(translated(linear, 'comment', { body: { 'data.issue': null } })?.topic).toBe('Linear')
})

it('projects report', () => {
  expect(translated(linear, 'project-update')).toEqual({
    topic: 'Project Version 2',
    content:
      '🟢 Ada Lovelace created [an update](https://linear.app/brass/project/version-2/updates#6) of project Version 2\n> All gears **turn**.',
  })
  expect(content('project-created')).toBe(
    'Ada Lovelace created project [Version 2](https://linear.app/brass/project/version-2)',
  )
})

it('filters know actions, and unknown types are refused', () => {
  expect(translated(linear, 'issue-moved', { options: { only_events: ['Issue.create'] } })).toBeUndefined()
  expect(() => content('comment', { body: { type: 'Reaction' } })).toThrow("The 'Reaction' event isn't")
})
