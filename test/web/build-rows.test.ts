import { expect, test } from 'vitest'
import type { Message } from '../../packages/client/src/generated/chat-api.ts'
import {
  buildPendingRows,
  buildRows,
  type RowsInput,
  rowIndex,
} from '../../web/src/chat/messages/build-rows.ts'
import { changeOf } from '../../web/src/chat/messages/use-loaded-rows.ts'

const noon = new Date(2026, 2, 4, 12).getTime() / 1000

function message(id: number, rest: Partial<Message> = {}): Message {
  const given = { id, type: 'stream', stream_id: 1, subject: 'lunch', sender_id: 7, timestamp: noon + id }
  return { ...given, is_me_message: false, flags: ['read'], ...rest } as Message
}

function inputOf(messages: readonly Message[], rest: Partial<RowsInput> = {}): RowsInput {
  const byId = new Map(messages.map((one) => [one.id, one]))
  return {
    ids: messages.map(({ id }) => id),
    messageOf: (id) => byId.get(id),
    isMixed: true,
    firstUnread: undefined,
    foundOldest: false,
    ...rest,
  }
}

const shape = (messages: readonly Message[], rest?: Partial<RowsInput>) =>
  buildRows(inputOf(messages, rest)).map((row) =>
    [
      row.isOldest && 'oldest',
      row.startsDay && 'day',
      row.isFirstUnread && 'unread',
      row.startsConversation && 'conversation',
      row.showsSender && 'sender',
    ].filter(Boolean),
  )

test('the same sender in the same conversation is grouped for ten minutes', () => {
  const rows = shape([
    message(1),
    message(2),
    message(3, { sender_id: 8 }),
    message(4, { sender_id: 8, timestamp: noon + 900 }),
  ])
  expect(rows).toEqual([['day', 'conversation', 'sender'], [], ['sender'], ['sender']])
})

test('another topic is another conversation, another case of it is not', () => {
  const rows = shape([message(1), message(2, { subject: 'Lunch' }), message(3, { subject: 'tea' })])
  expect(rows.slice(1)).toEqual([[], ['conversation', 'sender']])
})

test('within one conversation nothing says which', () => {
  expect(shape([message(1)], { isMixed: false })).toEqual([['day', 'sender']])
})

test('private conversations differ by their people', () => {
  const direct = { type: 'private', stream_id: undefined, subject: '' } as unknown as Partial<Message>
  const rows = shape([
    message(1, { ...direct, recipient_id: 5 }),
    message(2, { ...direct, recipient_id: 5 }),
    message(3, { ...direct, recipient_id: 6 }),
  ])
  expect(rows.slice(1)).toEqual([[], ['conversation', 'sender']])
})

test('a new day begins anew, at local midnight', () => {
  const midnight = new Date(2026, 2, 5).getTime() / 1000
  const rows = shape([
    message(1, { timestamp: midnight - 2 }),
    message(2, { timestamp: midnight - 1 }),
    message(3, { timestamp: midnight }),
  ])
  expect(rows.slice(1)).toEqual([[], ['day', 'conversation', 'sender']])
})

test('the first unread one and the oldest one are marked', () => {
  const rows = shape([message(1), message(2), message(3)], { firstUnread: 2, foundOldest: true })
  expect(rows).toEqual([['oldest', 'day', 'conversation', 'sender'], ['unread', 'sender'], []])
})

test('what somebody does stands by itself', () => {
  expect(shape([message(1), message(2, { is_me_message: true }), message(3)]).slice(1)).toEqual([
    ['sender'],
    ['sender'],
  ])
})

test('rows that do not change stay the same objects', () => {
  const messages = [message(1), message(2), message(3)]
  const rows = buildRows(inputOf(messages))
  expect(buildRows(inputOf(messages), rows)).toBe(rows)
  const edited = { ...messages[1]!, content: 'new' }
  const after = buildRows(inputOf([messages[0]!, edited, messages[2]!]), rows)
  expect(after.map((row, index) => row === rows[index])).toEqual([true, false, true])
  const prepended = buildRows(inputOf([message(0), ...messages]), rows)
  expect(prepended.slice(2).map((row, index) => row === rows[index + 1])).toEqual([true, true])
  const without = buildRows(inputOf([messages[0]!, messages[2]!]), rows)
  expect(without.map(({ id }) => id)).toEqual([1, 3])
})

test('a message that is gone has no row', () => {
  const rows = buildRows({ ...inputOf([message(1)]), ids: [1, 2] })
  expect(rows.map(({ id }) => id)).toEqual([1])
})

test('a row is found by its id, or the next one', () => {
  const rows = buildRows(inputOf([message(2), message(5), message(9)]))
  expect([1, 2, 3, 9, 10].map((id) => rowIndex(rows, id))).toEqual([0, 0, 1, 2, -1])
})

test('what happened to the rows is recognised', () => {
  const build = (...ids: number[]) => buildRows(inputOf(ids.map((id) => message(id))))
  expect(changeOf(build(3, 4), build(3, 4, 5))).toBe('appended')
  expect(changeOf(build(3, 4), build(3, 4))).toBe('appended')
  expect(changeOf(build(3, 4), build(1, 2, 3, 4))).toBe('prepended')
  expect(changeOf(build(3, 4), build(1, 2, 3, 4, 5))).toBe('other')
  expect(changeOf(build(3, 4, 5), build(3, 5))).toBe('other')
})

test('a message that has not arrived has the dividers that it will have', () => {
  const own = message(1, { sender_id: 9 })
  const shapeAfter = (last: Message, pending: object) =>
    buildPendingRows({
      rows: buildRows(inputOf([last])),
      pending: [
        { conversation: { kind: 'topic', streamId: 1, topic: 'Lunch' }, timestamp: noon + 60, ...pending },
      ] as never,
      me: 9,
      isMixed: true,
    }).map(({ startsDay, startsConversation, showsSender }) => [startsDay, startsConversation, showsSender])
  expect(shapeAfter(own, {})).toEqual([[false, false, false]])
  expect(shapeAfter(message(1), {})).toEqual([[false, false, true]])
  expect(shapeAfter(own, { conversation: { kind: 'topic', streamId: 1, topic: 'tea' } })).toEqual([
    [false, true, true],
  ])
  expect(shapeAfter(own, { timestamp: noon + 900 })).toEqual([[false, false, true]])
  expect(shapeAfter(own, { timestamp: noon + 86_400 })).toEqual([[true, true, true]])
})
