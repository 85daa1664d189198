import { describe, expect, it } from 'vitest'
import { checkPhones } from '../harness/faults/check-phones.ts'
import type { HeardEvent, PhoneEvidence } from '../harness/faults/phone-evidence.ts'

const status = (eventId: number, value: string): HeardEvent => ({
  eventId,
  name: 'user_status_updated',
  user: 'ben',
  status: value,
})
const text = (eventId: number, direction: string, conversation: string): HeardEvent => ({
  eventId,
  name: 'texting.message.new',
  direction,
  conversation,
  text: 'hello',
})

/** Ben was away and came back, and sent a text to Ada's number. All is well. */
function goodEvidence() {
  const events = [
    status(1, 'away'),
    text(2, 'outbound', 'of ben'),
    text(4, 'inbound', 'of ada'),
    status(7, 'available'),
  ]
  const socket = (name: string, conversations: string[] | undefined, heard: HeardEvent[]) => ({
    name,
    conversations,
    from: 0,
    events: heard,
    gaps: 0,
  })
  return {
    statuses: new Map([['ben', ['away', 'available']]]),
    texts: [
      { text: 'hello', state: 'acknowledged' },
      { text: 'perhaps', state: 'unknown' },
    ] as PhoneEvidence['texts'][number][],
    listed: ['hello'],
    carried: ['hello'],
    companies: [
      {
        users: ['ben'],
        sends: true,
        observer: socket('owner', undefined, events),
        sockets: [socket('ben', ['of ben'], [events[0]!, events[1]!, events[3]!])],
      },
    ],
  }
}

type Evidence = ReturnType<typeof goodEvidence>

const bad: [string, string[], (evidence: Evidence) => void][] = [
  ['a lost text', ['lost'], ({ texts }) => texts.push({ text: 'gone', state: 'acknowledged' })],
  ['a text that is there twice', ['doubled'], ({ listed }) => listed.push('hello')],
  ['a status that nobody heard', ['missed'], ({ statuses }) => statuses.get('ben')!.push('away')],
  ['an event that never came', ['missed'], ({ companies }) => companies[0]!.sockets[0]!.events.splice(1, 1)],
  [
    'an event that came twice',
    ['doubled'],
    ({ companies: [acme] }) => acme!.sockets[0]!.events.push(acme!.sockets[0]!.events[2]!),
  ],
  ['events out of order', ['order'], ({ companies }) => swapFirst(companies[0]!.sockets[0]!.events)],
  [
    'a leak of somebody else’s conversation',
    ['leaked', 'order'],
    ({ companies: [acme] }) => acme!.sockets[0]!.events.push(acme!.observer.events[2]!),
  ],
  ['a gap', ['missed'], ({ companies }) => Object.assign(companies[0]!.sockets[0]!, { gaps: 1 })],
  [
    'a text that arrived twice',
    ['doubled', 'missed'],
    ({ companies }) => companies[0]!.observer.events.push({ ...text(9, 'inbound', 'of ben') }),
  ],
]

const swapFirst = (events: HeardEvent[]) => events.splice(0, 2, events[1]!, events[0]!)

describe('the checker of the telephony', () => {
  it('is content with what is right', () => {
    expect(checkPhones(goodEvidence())).toEqual([])
  })

  it('is content with what came before the owner or the socket listened', () => {
    const evidence = goodEvidence()
    const { observer, sockets } = evidence.companies[0]!
    const earlier = { eventId: 0, name: 'texting.message.updated', conversation: 'of ben' }
    sockets[0]!.from = -1
    sockets[0]!.events.unshift(earlier)
    expect(checkPhones(evidence)).toEqual([])
    ;[observer.from, sockets[0]!.from] = [-1, 0]
    observer.events.unshift(...sockets[0]!.events.splice(0, 1))
    expect(checkPhones(evidence)).toEqual([])
    sockets[0]!.from = -1
    expect(checkPhones(evidence).map(({ kind }) => kind)).toEqual(['missed'])
  })

  it.each(bad)('complains of %s', (_, expected, spoil) => {
    const evidence = goodEvidence()
    spoil(evidence)
    expect(
      checkPhones(evidence)
        .map(({ kind }) => kind)
        .sort(),
    ).toEqual(expected)
  })
})
