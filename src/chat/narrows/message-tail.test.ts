import { expect, test } from 'vitest'
import { MessageTail } from './message-tail.ts'

const message = (id: number) => ({ id, recipientId: 7, isPrivate: false, topicKey: 'talk', senderId: 1 })
const newest = { realmId: 1, userId: 1, direction: 'descending', limit: 10 } as const
const place = { kind: 'recipient', id: 7, negated: false } as const
const idsOf = (tail: MessageTail, conditions: readonly (typeof place)[] = []) =>
  tail.search({ ...newest, conditions })?.map(({ id }) => id)

test('a message that was read before its event came is there once', () => {
  const tail = new MessageTail()
  tail.fill([message(5), message(4)], 5)
  tail.add(message(5))
  tail.add(message(6))
  expect(idsOf(tail)).toEqual([6, 5, 4])
  expect(idsOf(tail, [place])).toEqual([6, 5, 4])
})

test('a message whose event came before it was read is there once', () => {
  const tail = new MessageTail()
  tail.add(message(5))
  tail.fill([message(5), message(4)], 5)
  expect(idsOf(tail)).toEqual([5, 4])
  expect(idsOf(tail, [place])).toEqual([5, 4])
})
