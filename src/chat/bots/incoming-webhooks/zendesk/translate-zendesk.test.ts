import { expect, it } from 'vitest'
import { type FixtureChange, translated } from '../../../../../test/harness/webhook-fixtures.ts'
import { zendesk } from './translate-zendesk.ts'

const content = (name: string, change: FixtureChange = {}) => translated(zendesk, name, change)?.content
const topic = '#5158 Noise in the engine'

it('a ticket is created, commented on and solved', () => {
  expect(translated(zendesk, 'ticket-created')).toEqual({
    topic,
    content: `🆕 New ticket ${topic}, priority high\n> The gears \\*\\*squeak\\*\\*.`,
  })
  expect(content('status-changed')).toBe(`✅ Ticket ${topic} is solved, and was open`)
  expect(content('comment-added')).toBe(
    `💬 Grace Hopper commented on ticket ${topic}\n> We have \\*oiled\\* them.`,
  )
  expect(content('note-added')).toContain('🔒 Grace Hopper added an internal note to ticket')
})

it('other changes say what they were', () => {
  const body = {
    type: 'zen:event-type:ticket.priority_changed',
    event: { previous: null, current: 'URGENT' },
  }
  expect(content('status-changed', { body })).toBe(
    `🔹 The priority of ticket ${topic} changed from nothing to urgent`,
  )
})

it('a trigger says what people wrote into it, and links the ticket', () => {
  expect(translated(zendesk, 'trigger')).toEqual({
    topic,
    content: `Ticket [${topic}](https://brass.zendesk.com/agent/tickets/5158)\n> The ticket is **urgent** now.`,
  })
})

it('internal notes can be left out, and unknown events are refused', () => {
  expect(
    translated(zendesk, 'note-added', { options: { exclude_events: ['ticket.comment_added'] } }),
  ).toBeUndefined()
  expect(() => content('ticket-created', { body: { type: 'zen:event-type:user.created' } })).toThrow(
    "The 'user.created' event isn't currently supported by the Zendesk webhook",
  )
})
