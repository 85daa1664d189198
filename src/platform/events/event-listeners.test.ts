import { expect, test } from 'vitest'
import { EventListeners } from './event-listeners.ts'
import type { EventsOf } from './event-log.ts'

interface Payloads {
  sent: { id: number }
  deleted: { ids: readonly number[] }
  renamed: { name: string }
}

test('listeners are called in the order of registration, for all types or for some', () => {
  const listeners = new EventListeners<EventsOf<Payloads, null>>()
  const heard: string[] = []
  listeners.add('sent', ({ payload }) => heard.push(`sent ${payload.id}`))
  listeners.addForAll(({ type }) => heard.push(`any ${type}`))
  listeners.add(['sent', 'deleted'], (event) => {
    heard.push(event.type === 'sent' ? `either ${event.payload.id}` : `either ${event.payload.ids}`)
  })
  listeners.addForAll(({ position }) => heard.push(`last ${position}`))

  const about = { tenant: 1, audience: null } as const
  const events: EventsOf<Payloads, null>[] = [
    { ...about, position: 1, type: 'sent', payload: { id: 7 } },
    { ...about, position: 2, type: 'deleted', payload: { ids: [7, 8] } },
    { ...about, position: 3, type: 'renamed', payload: { name: 'x' } },
  ]
  for (const event of events) for (const listener of listeners.of(event.type)) listener(event)
  expect(heard).toEqual([
    ...['sent 7', 'any sent', 'either 7', 'last 1'],
    ...['any deleted', 'either 7,8', 'last 2'],
    ...['any renamed', 'last 3'],
  ])
})
