import { expect, it } from 'vitest'
import {
  changed,
  type FixtureChange,
  readFixtures,
  translated,
} from '../../../../../test/harness/webhook-fixtures.ts'
import { translateFixture } from '../write-guide.ts'
import { alertmanager } from './translate-alertmanager.ts'

const content = (name: string, change: FixtureChange = {}) =>
  translated(alertmanager, name, change)?.content ?? ''
const firstAlert = () => (readFixtures(alertmanager).get('firing')!.body as { alerts: object[] }).alerts[0]!

it('alerts of a topic, grouped by their state', () => {
  const { topic, content: text } = translated(alertmanager, 'firing')!
  expect(topic).toBe('HighLatency (api)')
  const [firing, resolved] = text.split('\n\n')
  expect(firing?.split('\n')).toEqual([
    '🔥 **Firing** (2)',
    expect.stringMatching(
      /^\* Requests to api-1:9100 take more than 1 s · `instance=api-1:9100` `severity=critical` · since <time:2026-03-01T10:04:32Z> · \[graph\]\(http:.*\) · \[runbook\]\(https:.*\)$/,
    ),
    expect.stringContaining('api-2:9100'),
  ])
  expect(resolved).toMatch(
    /^✅ \*\*Resolved\*\* \(1\)\n\* .*api-3:9100.* · until <time:2026-03-01T10:31:02Z>/,
  )
})

it('another label as the topic: a message for each', () => {
  const alerts = ['critical', 'warning', 'critical'].map((severity) => ({
    ...firstAlert(),
    labels: { alertname: 'HighLatency', severity },
  }))
  const fixture = changed(alertmanager, 'firing', { body: { alerts }, options: { name: 'severity' } })
  expect(translateFixture(alertmanager, fixture)).toMatchObject([
    { topic: 'critical', content: expect.stringContaining('**Firing** (2)') },
    { topic: 'warning', content: expect.stringContaining('**Firing** (1)') },
  ])
})

it('another annotation as the text', () => {
  expect(content('topic-by-label')).toContain('* The 99th percentile has been above 1 s for 10 minutes. · ')
  expect(content('topic-by-label', { options: { name: 'absent', desc: 'absent' } })).toContain(
    '* Requests to api-1',
  )
})

it('an alert with nothing but its name', () => {
  const alerts = [{ status: 'firing', labels: { alertname: 'Heat' }, annotations: {} }]
  expect(translated(alertmanager, 'firing', { body: { alerts } })).toEqual({
    topic: 'Heat',
    content: '🔥 **Firing** (1)\n* Heat',
  })
})

it('alerts that were left out are counted', () => {
  expect(content('firing', { body: { truncatedAlerts: 7 } })).toMatch(/\n\n…and 7 alerts more$/)
})

it('no alerts make no message', () => {
  expect(translated(alertmanager, 'firing', { body: { alerts: [] } })).toBeUndefined()
})

it('resolved ones can be left out', () => {
  const options = { only_events: ['firing'] }
  expect(translated(alertmanager, 'resolved', { options })).toBeUndefined()
  expect(translated(alertmanager, 'firing', { options })).toBeDefined()
})
