import { expect, it } from 'vitest'
import { changed, type FixtureChange, translated } from '../../../../../test/harness/webhook-fixtures.ts'
import { translateFixture } from '../write-guide.ts'
import { pagerduty } from './translate-pagerduty.ts'

const content = (name: string, change: FixtureChange = {}) => translated(pagerduty, name, change)?.content
const incident = '[#1234 The boiler is too hot](https://acme.pagerduty.com/incidents/PGR0VU2)'
const reference = '[The boiler is too hot](https://acme.pagerduty.com/incidents/PGR0VU2)'

it('an incident that is triggered is announced with its urgency', () => {
  expect(translated(pagerduty, 'incident-triggered')).toEqual({
    topic: 'The boiler is too hot',
    content: `🔥 Incident ${incident} was triggered in [Engine room](https://acme.pagerduty.com/services/PF9KMXH): priority P1, high urgency, assigned to Ada Lovelace`,
  })
  const bare = { service: null, priority: null, urgency: null, assignees: [] }
  const body = Object.fromEntries(Object.entries(bare).map(([key, value]) => [`event.data.${key}`, value]))
  expect(content('incident-triggered', { body })).toBe(`🔥 Incident ${incident} was triggered`)
})

it.each([
  ['incident-acknowledged', `👀 Incident ${incident} was acknowledged by Ada Lovelace`],
  ['incident-resolved', `✅ Incident ${incident} was resolved by Ada Lovelace`],
  ['incident-reassigned', `🔹 Incident ${incident} was reassigned to Grace Hopper by Ada Lovelace`],
  ['incident-priority', `🔹 Incident ${incident} now has priority P1, set by Ada Lovelace`],
  ['incident-annotated', `Ada Lovelace added a note to ${reference}\n> I opened the valve.`],
  ['incident-status-update', `Ada Lovelace published an update of ${reference}\n> Cooling down.`],
  ['incident-responder', `Ada Lovelace asked Grace Hopper for help with ${reference}\n> Please bring water.`],
])('%s', (name, text) =>
  expect(translated(pagerduty, name)).toEqual({ topic: 'The boiler is too hot', content: text }),
)

it.each([
  ['incident.escalated', 'was escalated to Ada Lovelace'],
  ['incident.delegated', 'was delegated to Ada Lovelace'],
  ['incident.unacknowledged', 'was unacknowledged'],
  ['incident.reopened', 'was reopened'],
])('%s', (type, words) => {
  expect(content('incident-acknowledged', { body: { 'event.event_type': type } })).toContain(words)
})

it('what nobody did names nobody', () => {
  expect(content('incident-resolved', { body: { 'event.agent': null } })).toBe(
    `✅ Incident ${incident} was resolved`,
  )
  expect(content('incident-priority', { body: { 'event.agent': null } })).toMatch(/priority P1$/)
})

it('messages of version 2 are several', () => {
  expect(translateFixture(pagerduty, changed(pagerduty, 'v2-messages', {}))).toEqual([
    {
      topic: 'The boiler is too hot',
      content: `🔥 Incident ${incident} of Engine room is triggered, assigned to Ada Lovelace`,
    },
    {
      topic: 'The boiler is too hot',
      content: `👀 Incident ${incident} of Engine room is acknowledged, assigned to Ada Lovelace`,
    },
  ])
})

it('events can be filtered, and unknown ones are refused', () => {
  const options = { exclude_events: ['incident.responder.*'] }
  expect(translated(pagerduty, 'incident-responder', { options })).toBeUndefined()
  expect(() => content('incident-resolved', { body: { 'event.event_type': 'service.created' } })).toThrow(
    "The 'service.created' event isn't currently supported by the PagerDuty webhook",
  )
})
