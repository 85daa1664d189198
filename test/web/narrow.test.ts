import { describe, expect, it } from 'vitest'
import type { Message } from '../../packages/client/src/generated/chat-api.ts'
import {
  isGathered,
  isShownIn,
  matchesNarrow,
  type Narrow,
  narrowKey,
  narrowOf,
  narrowTitle,
  termsOf,
} from '../../web/src/chat/state/narrow.ts'

const me = 1
const narrows: Narrow[] = [
  { kind: 'all' },
  { kind: 'stream', streamId: 5 },
  { kind: 'topic', streamId: 5, topic: 'Lunch' },
  { kind: 'direct', userIds: [2, 3] },
  { kind: 'direct', userIds: [me] },
  { kind: 'directs' },
  { kind: 'starred' },
  { kind: 'mentioned' },
  { kind: 'search', terms: [{ operator: 'search', operand: 'pizza' }] },
]

const inTopic = (topic: string, flags: string[] = []) =>
  ({ type: 'stream', stream_id: 5, subject: topic, flags }) as Message
const toPeople = (...ids: number[]) =>
  ({ type: 'private', display_recipient: ids.map((id) => ({ id })), flags: [] as string[] }) as Message

/** The kinds of view in which a message appears without asking the server. */
const shownBy = (message: Message) =>
  narrows.filter((narrow) => matchesNarrow(narrow, message, me)).map(narrowKey)

describe('a narrow', () => {
  it.each(narrows)('is read back from its own terms: %j', (narrow) => {
    expect(narrowOf(termsOf(narrow), me)).toEqual(narrow)
  })

  it('has a key of its own', () => {
    expect(new Set(narrows.map(narrowKey)).size).toBe(narrows.length)
    const spelled = (topic: string) => narrowKey({ kind: 'topic', streamId: 5, topic })
    expect(spelled('LUNCH')).toBe(spelled('lunch'))
  })

  it('is a search when nothing plainer says the same', () => {
    const searches = [
      [{ operator: 'stream', operand: 5, negated: true }],
      [{ operator: 'stream', operand: 'unknown' }],
      [{ operator: 'topic', operand: 'Lunch' }],
      [
        { operator: 'is', operand: 'starred' },
        { operator: 'is', operand: 'mentioned' },
      ],
      [{ operator: 'is', operand: 'unread' }],
      [{ operator: 'dm', operand: 'ben@example.com' }],
    ]
    for (const terms of searches) expect(narrowOf(terms, me)).toEqual({ kind: 'search', terms })
  })

  it('reads what older links say', () => {
    expect(narrowOf([{ operator: 'is', operand: 'private' }], me)).toEqual({ kind: 'directs' })
    expect(narrowOf([{ operator: 'dm', operand: [3, me, 2] }], me)).toEqual({
      kind: 'direct',
      userIds: [2, 3],
    })
  })

  it('knows which messages belong to it', () => {
    expect(shownBy(inTopic('lunch'))).toEqual(['all', 's5', 's5:lunch'])
    expect(shownBy(inTopic('other', ['starred', 'wildcard_mentioned']))).toEqual([
      'all',
      's5',
      'starred',
      'mentioned',
    ])
    expect(shownBy(toPeople(me, 3, 2))).toEqual(['all', 'd2,3', 'directs'])
    expect(shownBy(toPeople(me))).toEqual(['all', 'd1', 'directs'])
    expect(matchesNarrow(narrows.at(-1)!, inTopic('lunch'), me)).toBeUndefined()
  })

  it('knows where a message that is being sent will appear', () => {
    const shown = narrows.filter((narrow) =>
      isShownIn(narrow, { kind: 'topic', streamId: 5, topic: 'lunch' }),
    )
    expect(shown.map(narrowKey)).toEqual(['all', 's5', 's5:lunch'])
  })

  it('has a title, and marks nothing as read where messages are only gathered', () => {
    const names = {
      streams: new Map([[5, { name: 'general' }]]),
      people: new Map([[2, { full_name: 'Ben' }]]),
      me: { userId: me },
    } as unknown as Parameters<typeof narrowTitle>[1]
    expect(narrowTitle({ kind: 'topic', streamId: 5, topic: 'Lunch' }, names)).toBe('#general › Lunch')
    expect(narrowTitle({ kind: 'direct', userIds: [2] }, names)).toBe('Ben')
    expect(narrows.filter(isGathered).map(({ kind }) => kind)).toEqual(['starred', 'mentioned', 'search'])
  })
})
