import { expect, it } from 'vitest'
import { type FixtureChange, translated } from '../../../../../test/harness/webhook-fixtures.ts'
import { statuspage } from './translate-statuspage.ts'

const content = (name: string, change: FixtureChange = {}) => translated(statuspage, name, change)?.content
const incident = '**[The steam is thin](https://stspg.io/803310a12)**'

it('an incident says its state and the newest update', () => {
  expect(translated(statuspage, 'incident')).toEqual({
    topic: 'The steam is thin',
    content: `🟠 ${incident}: monitoring\n> A new \\*\\*valve\\*\\* is in place.`,
  })
  expect(content('resolved')).toBe(`✅ ${incident}: resolved\n> All pressures are normal.`)
  expect(content('incident', { body: { 'incident.impact': 'critical' } })).toMatch(/^🔴/)
})

it('a component says what it was', () => {
  expect(translated(statuspage, 'component')).toEqual({
    topic: 'Boiler',
    content: '🔴 **Boiler**: operational → major outage',
  })
  expect(translated(statuspage, 'component', { options: { only_events: ['incident'] } })).toBeUndefined()
})
