import { expect, it } from 'vitest'
import { type FixtureChange, translated } from '../../../../../test/harness/webhook-fixtures.ts'
import { trello } from './translate-trello.ts'

const content = (name: string, change: FixtureChange = {}) => translated(trello, name, change)?.content
const card = '[Oil the gears](https://trello.com/c/aB3dE6gH)'

it('a card is created, moved and archived, in the topic of its board', () => {
  expect(translated(trello, 'card-created')).toEqual({
    topic: 'Engine room',
    content: `Ada Lovelace created ${card} in To do`,
  })
  expect(content('card-moved')).toBe(`Ada Lovelace moved ${card} from To do to Done`)
  expect(content('card-archived')).toBe(`Ada Lovelace archived ${card}`)
  expect(content('card-archived', { body: { 'action.data.card.closed': false } })).toContain(
    'out of the archive',
  )
  expect(content('card-due')).toBe(`Ada Lovelace set the due date of ${card} to <time:2026-03-05T12:00:00Z>`)
  expect(content('card-due', { body: { 'action.data.card.due': null } })).toBe(
    `Ada Lovelace removed the due date of ${card}`,
  )
  expect(content('card-due', { body: { 'action.data.old': { name: 'Oil *it*' } } })).toBe(
    `Ada Lovelace renamed “Oil \\*it\\*” to ${card}`,
  )
})

it('comments, members and checklists', () => {
  expect(content('comment')).toBe(`Ada Lovelace commented on ${card}\n> Use the **thin** oil.`)
  expect(content('member-added')).toBe(`Ada Lovelace added Grace Hopper to ${card}`)
  expect(content('item-done')).toBe(`Ada Lovelace checked Buy oil on ${card}`)
})

it('what nobody sees, and actions that are not known, make no message and are no error', () => {
  expect(translated(trello, 'card-due', { body: { 'action.data.old': { pos: 7 } } })).toBeUndefined()
  expect(translated(trello, 'comment', { body: { 'action.type': 'voteOnCard' } })).toBeUndefined()
  expect(translated(trello, 'comment', { options: { exclude_events: ['comment*'] } })).toBeUndefined()
})
