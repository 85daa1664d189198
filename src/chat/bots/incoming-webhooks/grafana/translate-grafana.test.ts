import { expect, it } from 'vitest'
import { type FixtureChange, readFixtures, translated } from '../../../../../test/harness/webhook-fixtures.ts'
import { grafana } from './translate-grafana.ts'

const content = (name: string, change: FixtureChange = {}) => translated(grafana, name, change)?.content ?? ''

it('alerts are grouped by their state', () => {
  const { topic, content: text } = translated(grafana, 'alerts')!
  expect(topic).toBe('Disk almost full')
  const [firing, resolved] = text.split('\n\n')
  expect(firing).toMatch(
    /^🔥 \*\*Firing\*\* \(1\)\n\* \[Disk almost full\]\(https:\/\/grafana.example.com\/d\/abcd\?orgId=1&viewPanel=4\): Less than 10 % left on \/var · `host=db-1` `team=ops` · `B = 6.2` `C = 1` · since <time:2026-03-01T12:20:00Z> · \[dashboard\]\(.*\) · \[silence\]\(.*\)$/,
  )
  expect(resolved).toMatch(
    /^✅ \*\*Resolved\*\* \(1\)\n.*`host=db-2`.* · until <time:2026-03-01T12:50:00Z> · \[dashboard\]\([^)]*\)$/,
  )
})

it('values may be null, and annotations absent', () => {
  const alert = { status: 'firing', labels: { alertname: 'Heat' }, values: null }
  expect(content('alerts', { body: { alerts: [alert] } })).toBe('🔥 **Firing** (1)\n* Heat')
})

it('many alerts are counted, not listed', () => {
  const [alert] = (readFixtures(grafana).get('alerts')!.body as { alerts: unknown[] }).alerts
  const body = { alerts: Array.from({ length: 130 }, () => alert), truncatedAlerts: 5 }
  const text = content('alerts', { body })
  expect(text).toContain('**Firing** (100)')
  expect(text).toContain('* …and 85 more')
  expect(text).toMatch(/\n\n…and 35 alerts more$/)
})

it('a payload without alerts shows its title', () => {
  expect(content('alerts', { body: { alerts: [] } })).toBe(
    '\\[FIRING:1, RESOLVED:1\\] Disk almost full (Servers ops)',
  )
})

it('a rule of older versions is understood', () => {
  expect(translated(grafana, 'legacy-alerting')).toEqual({
    topic: 'Busy processors',
    content: [
      '🔥 [\\[Alerting\\] Busy processors](https://grafana.example.com/d/hZ7BuVbWz/test?fullscreen&edit&tab=alert&panelId=2&orgId=1)',
      '* cpu of web-1: `97.3`\n* cpu of web-2: `91`',
      '[picture](https://grafana.example.com/render/panel.png)',
      '> Somebody please have a look.',
    ].join('\n\n'),
  })
  for (const [state, mark] of [
    ['ok', '✅'],
    ['no_data', '❔'],
    ['paused', '⏸️'],
    ['pending', '⏳'],
  ]) {
    expect(content('legacy-ok', { body: { state } })).toMatch(new RegExp(`^${mark}`))
  }
})

it('states can be filtered, and unknown ones are refused', () => {
  expect(translated(grafana, 'resolved', { options: { exclude_events: ['resolved'] } })).toBeUndefined()
  expect(() => content('legacy-ok', { body: { state: 'odd' } })).toThrow(
    "The 'odd' event isn't currently supported by the Grafana webhook",
  )
})
