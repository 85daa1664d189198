import { expect, it } from 'vitest'
import { type FixtureChange, translated } from '../../../../../test/harness/webhook-fixtures.ts'
import { jira } from './translate-jira.ts'

const content = (name: string, change: FixtureChange = {}) => translated(jira, name, change)?.content
const issue = '[ENG-17 The boiler whistles at night](https://acme.atlassian.net/browse/ENG-17)'

it('an issue that is created is announced with its fields', () => {
  expect(translated(jira, 'issue-created')).toEqual({
    topic: 'ENG-17: The boiler whistles at night',
    content: `Ada Lovelace created Bug ${issue}\n* **Priority**: High\n* **Assignee**: Grace Hopper`,
  })
})

it('an issue that is changed is announced with the changes', () => {
  expect(content('issue-updated')).toBe(
    `Grace Hopper updated ${issue}\n* **status**: To Do → In Progress\n* **assignee**: Grace Hopper\n* **description** was changed`,
  )
  const items = [{ field: 'Sprint', fromString: 'Steam 3', toString: '' }]
  expect(content('issue-updated', { body: { 'changelog.items': items } })).toContain(
    '* **Sprint** was removed: Steam 3',
  )
})

it('an update that only brings a comment makes no message: the comment has its own event', () => {
  const body = { issue_event_type_name: 'issue_commented', changelog: undefined }
  expect(translated(jira, 'issue-updated', { body })).toBeUndefined()
})

it('an issue that is deleted is announced without a link', () => {
  expect(content('issue-deleted')).toBe('Ada Lovelace deleted ENG-17 The boiler whistles at night')
})

it('Jira installed below a path', () => {
  const body = { 'issue.self': 'https://tools.example.com/jira/rest/api/2/issue/10021' }
  expect(content('issue-updated', { body })).toContain('(https://tools.example.com/jira/browse/ENG-17)')
})

it('comments, whose marks are not Markdown', () => {
  expect(content('comment-created')).toBe(
    `Grace Hopper commented on ${issue}\n> I turned the valve \\*a little\\*.\n> Better now?`,
  )
  const edited = { body: { webhookEvent: 'comment_updated' } }
  expect(content('comment-created', edited)).toMatch(/^Grace Hopper edited a comment on .*\n>/)
  expect(content('comment-deleted')).toBe(`Grace Hopper deleted a comment on ${issue}`)
})

it('sprints and versions say what became of them', () => {
  expect(translated(jira, 'sprint-started')).toEqual({
    topic: 'Sprint Steam 3',
    content: 'Sprint **Steam 3** was started; it ends <time:2026-03-16T08:00:00Z>\n> Everybody sleeps.',
  })
  expect(content('sprint-started', { body: { webhookEvent: 'sprint_closed' } })).toMatch(
    /^Sprint \*\*Steam 3\*\* was closed\n/,
  )
  expect(content('version-released')).toBe('Version **1.8** was released\n> Quieter than ever')
})

it('other events are refused, or excluded', () => {
  const body = { webhookEvent: 'worklog_created' }
  expect(() => content('issue-created', { body })).toThrow(
    "The 'worklog_created' event isn't currently supported by the Jira webhook",
  )
  expect(
    translated(jira, 'issue-created', { body, options: { exclude_events: ['worklog_*'] } }),
  ).toBeUndefined()
})
