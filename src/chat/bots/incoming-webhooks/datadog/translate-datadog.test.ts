import { expect, it } from 'vitest'
import { type FixtureChange, translated } from '../../../../../test/harness/webhook-fixtures.ts'
import { datadog } from './translate-datadog.ts'

const content = (name: string, change: FixtureChange = {}) => translated(datadog, name, change)?.content
const facts =
  '* **Host**: `engine-1`\n* **Metric**: `system.cpu.user`\n* **Priority**: `P2`\n* **Tags**: `env:prod` `team:engine`'
const page = 'https://app.datadoghq.com/monitors/1234567?to_ts=1772359573000'

it('an alert and its recovery are in one topic', () => {
  expect(translated(datadog, 'triggered')).toEqual({
    topic: 'CPU is high',
    content: `🔴 [\\[Triggered on {host:engine-1}\\] CPU is high](${page})\n${facts}\n> The **CPU** of engine-1 is at 97 %.`,
  })
  expect(translated(datadog, 'recovered')?.topic).toBe('CPU is high')
  expect(content('recovered')).toMatch(/^✅ /)
})

it('the payload that Datadog proposes is enough', () => {
  expect(translated(datadog, 'standard-payload')).toEqual({
    topic: 'Disk is nearly full',
    content: '🟠 \\[Warn\\] Disk is nearly full\n> Disk is nearly full.',
  })
  expect(content('standard-payload', { body: { title: 'A deployment' } })).toMatch(/^🔹 A deployment/)
})

it('transitions can be filtered', () => {
  const options = { exclude_events: ['Warn', 'Recovered'] }
  expect(translated(datadog, 'standard-payload', { options })).toBeUndefined()
  expect(translated(datadog, 'recovered', { options })).toBeUndefined()
  expect(translated(datadog, 'triggered', { options })).toBeDefined()
})
