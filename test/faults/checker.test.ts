import { describe, expect, it } from 'vitest'
import type { Attempt, ChatEvidence, SeenEvent } from '../harness/faults/chat-evidence.ts'
import { checkChat } from '../harness/faults/check-chat.ts'

const text = (number: number) => `load|room|ada|${number}`
const message = (eventId: number, id: number): SeenEvent => ({
  eventId,
  kind: 'message',
  message: { id, text: text(id) },
})
const gusLeft: SeenEvent = { eventId: 2, kind: 'left', person: 'gus', destination: 'room' }

/** Three messages; Gus, who was there at the beginning, left after the second. All is well. */
function goodEvidence() {
  const seen = [message(0, 1), message(1, 2), gusLeft, message(3, 3)]
  const queue = (person: string, events: SeenEvent[]) => ({
    name: `queue of ${person}`,
    person,
    events,
    lost: 0,
  })
  return {
    destinations: [{ name: 'room', readers: ['ada', 'ben'], wanderers: { gus: true } }],
    attempts: [
      ...[1, 2, 3].map((id) => ({ text: text(id), sender: 'ada', state: 'acknowledged', id })),
      { text: text(4), sender: 'ada', state: 'refused' },
      { text: text(5), sender: 'ada', state: 'unknown' },
    ] as Attempt[],
    histories: new Map([['ada', [1, 2, 3].map((id) => ({ id, text: text(id) }))]]),
    observer: queue('ada', seen),
    queues: [
      queue('ben', [message(0, 1), message(1, 2), message(3, 3)]),
      queue('gus', [message(0, 1), message(1, 2), { eventId: 2, kind: 'other' as const }]),
      queue('eve', []),
    ],
  }
}

type Evidence = ReturnType<typeof goodEvidence>

const kinds = (spoil: (evidence: Evidence) => void) => {
  const evidence = goodEvidence()
  spoil(evidence)
  return checkChat(evidence as ChatEvidence).map(({ kind }) => kind)
}

const bad: [string, string[], (evidence: Evidence) => void][] = [
  ['a lost message', ['lost'], ({ attempts }) => attempts.push({ ...attempts[0]!, text: text(9), id: 9 })],
  ['another id than was acknowledged', ['lost'], ({ attempts }) => Object.assign(attempts[0]!, { id: 0.5 })],
  [
    'a message that is there twice',
    ['doubled', 'lost', 'missed', 'missed'],
    ({ histories }) => histories.get('ada')!.push({ id: 7, text: text(1) }),
  ],
  [
    'a message that was refused and is there',
    ['refused', 'missed', 'missed'],
    ({ histories }) => histories.get('ada')!.push({ id: 4, text: text(4) }),
  ],
  [
    'a message that nobody sent',
    ['from nowhere', 'missed', 'missed'],
    ({ histories }) => histories.get('ada')!.push({ id: 8, text: text(8) }),
  ],
  [
    'a history that is not in order',
    ['order'],
    ({ histories }) => histories.set('ben', [...histories.get('ada')!].reverse().slice(1)),
  ],
  [
    'a sender whose ids do not increase',
    ['order', 'order'],
    ({ attempts }) => attempts.splice(0, 3, attempts[2]!, attempts[1]!, attempts[0]!),
  ],
  ['an event that never came', ['missed'], ({ queues }) => queues[0]!.events.splice(1, 1)],
  [
    'an event that came twice',
    ['doubled'],
    ({ queues }) => queues[0]!.events.splice(2, 0, { ...message(1, 2), eventId: 2 } as SeenEvent),
  ],
  [
    'event ids that do not increase',
    ['order'],
    ({ queues }) => Object.assign(queues[0]!.events[1]!, { eventId: 0 }),
  ],
  [
    'messages out of order',
    ['order'],
    ({ queues }) => queues[0]!.events.splice(0, 2, message(0, 2), message(1, 1)),
  ],
  ['a leak to a stranger', ['leaked'], ({ queues }) => queues[2]!.events.push(message(0, 1))],
  ['a leak to somebody who has left', ['leaked'], ({ queues }) => queues[1]!.events.push(message(3, 3))],
  ['a queue that was lost', ['queue'], ({ queues }) => Object.assign(queues[0]!, { lost: 1 })],
]

describe('the checker', () => {
  it('is content with what is right', () => {
    expect(checkChat(goodEvidence())).toEqual([])
  })

  it('allows that a message without an answer is there', () => {
    const spoil = (evidence: Evidence) => {
      evidence.histories.get('ada')!.push({ id: 5, text: text(5) })
      evidence.observer.events.push(message(4, 5))
      evidence.queues[0]!.events.push(message(4, 5))
    }
    expect(kinds(spoil)).toEqual([])
  })

  it('allows that the last messages of a private stream before leaving did not come, and no others', () => {
    const close = ({ destinations }: Evidence) => Object.assign(destinations[0]!, { isPrivate: true })
    const miss = (index: number) => (evidence: Evidence) => {
      close(evidence)
      evidence.queues[1]!.events.splice(index, 1)
    }
    expect(kinds(miss(1))).toEqual([])
    expect(kinds(miss(0))).toEqual(['missed'])
    expect(kinds(({ queues }) => queues[1]!.events.splice(1, 1))).toEqual(['missed'])
  })

  it.each(bad)('complains of %s', (_, expected, spoil) => {
    expect(kinds(spoil).sort()).toEqual([...expected].sort())
  })
})
