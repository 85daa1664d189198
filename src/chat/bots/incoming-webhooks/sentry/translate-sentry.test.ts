import { expect, it } from 'vitest'
import { changed, type FixtureChange, translated } from '../../../../../test/harness/webhook-fixtures.ts'
import { translateFixture } from '../write-guide.ts'
import { sentry } from './translate-sentry.ts'

const content = (name: string, change: FixtureChange = {}) => translated(sentry, name, change)?.content
const issue = '[ENGINE-2K ReferenceError: valve is not defined](https://acme.sentry.io/issues/1170820242/)'

it('an issue says whether it is new, resolved or archived, and by whom', () => {
  expect(translated(sentry, 'issue-created')).toEqual({
    topic: 'Engine: ReferenceError: valve is not defined',
    content: `🔴 New issue: ${issue}\n* **Culprit**: \`turn(src/valve.js)\`\n* **Platform**: javascript`,
  })
  expect(content('issue-resolved')).toBe(`✅ Resolved: ${issue} (by Ada Lovelace)`)
  expect(content('issue-archived')).toBe(`🔴 Archived: ${issue} (by Ada Lovelace)`)
  expect(content('issue-assigned')).toBe(`🔴 ${issue} was assigned to Grace Hopper (by Ada Lovelace)`)
  expect(content('issue-archived', { body: { action: 'ignored' } })).toContain('Ignored: ')
  expect(content('issue-created', { body: { 'data.issue.level': 'warning' } })).toMatch(/^🟠/)
})

it('older payloads have a permalink', () => {
  const body = { 'data.issue.web_url': undefined, 'data.issue.permalink': 'https://old.example.com/1' }
  expect(content('issue-resolved', { body })).toContain('](https://old.example.com/1)')
})

it('alerts and errors, with what tells where', () => {
  const details = [
    '* **Culprit**: `turn(src/valve.js)`',
    '* **Platform**: javascript',
    '* **Environment**: production',
    '* **Release**: engine@1.8.0',
    '* **Time**: <time:2026-03-01T10:06:13Z>',
  ].join('\n')
  expect(content('event-alert')).toMatch(/^🔴 Alert \*\*Errors in production\*\*: \[ReferenceError/)
  expect(content('event-alert')).toContain(details)
  expect(content('error-created')).toMatch(/^🔴 New error: \[ReferenceError/)
  expect(content('error-created')).toContain(details)
})

it('a metric alert says how serious it is, and when it is over', () => {
  expect(translated(sentry, 'metric-alert')).toEqual({
    topic: 'Too many errors',
    content:
      '🔴 [Critical: Too many errors](https://acme.sentry.io/alerts/rules/details/7/)\n> 1000 events in the last 10 minutes\n> Filter: level:error',
  })
  expect(content('metric-alert', { body: { action: 'resolved' } })).toMatch(/^✅/)
})

it('a comment is quoted, and one that was deleted is not', () => {
  expect(content('comment')).toBe('Ada Lovelace commented on issue 1170820242\n> Mended in **1.8.1**.')
  expect(content('comment', { body: { action: 'deleted' } })).toBe(
    'Ada Lovelace deleted a comment on issue 1170820242',
  )
})

it('the old plugin sends no header', () => {
  expect(translated(sentry, 'plugin')?.topic).toBe('Engine: ReferenceError: valve is not defined')
})

it('without the header anything else is refused', () => {
  const fixture = { ...changed(sentry, 'issue-created', {}), headers: {} }
  expect(() => translateFixture(sentry, fixture)).toThrow(
    "Missing the HTTP event header 'Sentry-Hook-Resource'",
  )
})

it('unknown resources and actions are refused', () => {
  expect(() => content('comment', { headers: { 'Sentry-Hook-Resource': 'preprod' } })).toThrow(
    "The 'preprod' event isn't",
  )
  expect(() => content('issue-created', { body: { action: 'rotated' } })).toThrow(
    "The 'issue.rotated' event isn't",
  )
  expect(() => content('comment', { body: { action: 'rotated' } })).toThrow(
    "The 'comment.rotated' event isn't",
  )
})

it('a filter can name an action of an event', () => {
  const options = { only_events: ['issue.created', 'metric_alert'] }
  expect(translated(sentry, 'issue-created', { options })).toBeDefined()
  expect(translated(sentry, 'issue-resolved', { options })).toBeUndefined()
  expect(translated(sentry, 'metric-alert', { options })).toBeDefined()
})
