import { expect, it } from 'vitest'
import { type FixtureChange, translated } from '../../../../../test/harness/webhook-fixtures.ts'
import { googleCalendar } from './translate-google-calendar.ts'

const content = (name: string, change: FixtureChange = {}) =>
  translated(googleCalendar, name, change)?.content
const event = '**[Oiling the gears](https://www.google.com/calendar/event?eid=NGVhaHM5Z2hr)**'

it('an event is new, changed or cancelled, in the topic of its calendar', () => {
  const hours = '<time:2026-03-05T13:00:00Z> – <time:2026-03-05T14:00:00Z>'
  expect(translated(googleCalendar, 'created')).toEqual({
    topic: 'Engine',
    content: `📅 New: ${event} · ${hours}\n📍 Engine room`,
  })
  expect(content('cancelled')).toBe(`🚫 Cancelled: ${event} · ${hours}`)
})

it('whole days have no hours, and a cancelled event may have nothing but its id', () => {
  expect(content('changed')).toBe(`📅 Changed: ${event} · 2026-03-06\n📍 Engine room`)
  const bare = [{ kind: 'calendar#event', id: '1', status: 'cancelled' }]
  expect(content('cancelled', { body: { items: bare } })).toBe('🚫 Cancelled: **An event**')
})

it('nothing changed: no message', () => {
  expect(translated(googleCalendar, 'created', { body: { items: [] } })).toBeUndefined()
})
