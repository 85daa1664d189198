import { describe, expect, it } from 'vitest'
import { stepCall } from './call-flow.ts'
import type { MailboxPlan } from './call-plan.ts'
import { type CallInput, type CallState, newCall } from './call-state.ts'

const mailbox = { domain: 'a.test', number: 1002 }
const plan: MailboxPlan = { kind: 'mailbox', mailbox, needsPin: false }
const [one, two] = ['1', '2'].map((messageId) => ({ companyId: 1, messageId })) as [Message, Message]
interface Message {
  readonly companyId: number
  readonly messageId: string
}

/** The state after some inputs, and the commands of the last. */
function resultOf(...inputs: CallInput[]) {
  let state: CallState = newCall
  let commands: readonly object[] = []
  for (const input of inputs) ({ state, commands } = stepCall(state, input))
  return { at: state.at, commands }
}

const planned = (more: Partial<MailboxPlan> = {}): CallInput => ({
  kind: 'planned',
  plan: { ...plan, ...more },
})
const opened = (...messages: Message[]): CallInput => ({ kind: 'opened', messages })
const wrong: CallInput = { kind: 'opened', messages: undefined }
const played: CallInput = { kind: 'played' }
const timeout: CallInput = { kind: 'timeout' }
const press = (digits: string) => [...digits].map((digit): CallInput => ({ kind: 'digit', digit }))
const play = (sound: unknown) => ({ do: 'play', sound })
const open = (pin?: string) => ({ do: 'openMailbox', mailbox, pin, isAway: false })
const stop = { do: 'stopPlaying' }
const over = { at: 'ended', commands: [{ do: 'endCaller', cause: 16 }] }

describe('a caller who listens to messages', () => {
  const first = [planned(), opened(one, two)]

  it('hears them one after the other; what was heard to its end is read', () => {
    expect(resultOf(planned())).toEqual({ at: 'opening', commands: [open()] })
    expect(resultOf(...first)).toEqual({ at: 'listening', commands: [play(one)] })
    expect(resultOf(...first, played).commands).toEqual([
      { do: 'markAsRead', mailbox, message: one },
      play({ say: 'message_menu' }),
    ])
    expect(resultOf(...first, played, played).commands).toEqual([{ do: 'wait', seconds: 5 }])
    const second = [...first, played, played, timeout]
    expect(resultOf(...second).commands).toEqual([play(two)])
    expect(resultOf(...second, played, played, timeout).commands).toEqual([play({ say: 'no_more_messages' })])
    expect(resultOf(...second, played, played, timeout, played)).toEqual(over)
  })

  it('hears if there is nothing new', () => {
    expect(resultOf(planned(), opened()).commands).toEqual([play({ say: 'no_new_messages' })])
    expect(resultOf(planned(), opened(), played)).toEqual(over)
  })

  it('presses 1 for the same again, 2 for the next and 3 to delete, during a message and after it', () => {
    expect(resultOf(...first, ...press('1')).commands).toEqual([stop, play(one)])
    expect(resultOf(...first, ...press('2')).commands).toEqual([
      stop,
      { do: 'markAsRead', mailbox, message: one },
      play(two),
    ])
    const remove = { do: 'deleteMessage', mailbox, message: one }
    expect(resultOf(...first, ...press('3')).commands).toEqual([stop, remove, play(two)])
    expect(resultOf(...first, played, ...press('3')).commands).toEqual([stop, remove, play(two)])
    expect(resultOf(...first, played, played, ...press('3')).commands).toEqual([remove, play(two)])
    expect(resultOf(...first, ...press('9'))).toEqual({ at: 'listening', commands: [] })
    const over = { say: 'message_saved', next: [{ say: 'no_more_messages' }] }
    expect(resultOf(...first, ...press('22')).commands.at(-1)).toEqual(play(over))
    expect(resultOf(...first, ...press('22'), ...press('3')).commands).toEqual([])
  })

  it('does not read what could not be played, or not to its end', () => {
    expect(resultOf(...first, { kind: 'played', hasFailed: true }).commands).toEqual([
      play({ say: 'message_menu' }),
    ])
    expect(resultOf(...first, { kind: 'callerEnded' })).toEqual({ at: 'ended', commands: [] })
  })
})

describe('a caller who listens to messages in a language', () => {
  const envelope = { date: 1118, day: 'today', time: 905, from: '+12025550142' } as const
  const old = { date: 1102, day: undefined, time: 1405, from: '' } as const
  const [first, second] = [
    { ...one, envelope },
    { ...two, envelope: old },
  ]
  const begun = [planned({ language: 'de' }), opened(first, second)]
  const receivedFirst = [
    { say: 'received_today' },
    { say: 'received_at', number: 905 },
    { say: 'from_number', digits: '+12025550142' },
  ]
  const introduction = (say: object, index: number, ...more: object[]) => {
    const place = [
      { say: 'message_number', number: index },
      { say: 'message_count', number: 2 },
    ]
    return play({ ...say, language: 'de', next: [...place, ...more] })
  }
  const secondAfter = (say: string) =>
    introduction(
      { say },
      2,
      ...[
        { say: 'received_on', number: 1102 },
        { say: 'received_at', number: 1405 },
        { say: 'from_unknown' },
      ],
    )

  it('hears how many there are, and before each when it came and from whom', () => {
    expect(resultOf(...begun).commands).toEqual([
      introduction({ say: 'new_messages', number: 2 }, 1, ...receivedFirst),
    ])
    expect(resultOf(...begun, played).commands).toEqual([play(first)])
    expect(resultOf(...begun, played, ...press('1')).commands).toEqual([stop, play(first)])
    expect(resultOf(planned({ language: 'de' }), opened(first)).commands).toEqual([
      play({ say: 'one_new_message', language: 'de', next: receivedFirst }),
    ])
  })

  it('hears that a message is saved or deleted, also when choosing before it is played', () => {
    expect(resultOf(...begun, ...press('2')).commands).toEqual([
      stop,
      { do: 'markAsRead', mailbox, message: first },
      secondAfter('message_saved'),
    ])
    expect(resultOf(...begun, played, ...press('3')).commands.at(-1)).toEqual(secondAfter('message_deleted'))
    const end = { say: 'message_deleted', language: 'de', next: [{ say: 'no_more_messages' }] }
    expect(resultOf(...begun, ...press('23')).commands.at(-1)).toEqual(play(end))
    expect(resultOf(...begun, played, played, ...press('2')).commands.at(-1)).toEqual(
      secondAfter('message_saved'),
    )
  })
})

describe('a mailbox with a PIN', () => {
  const asked = [planned({ needsPin: true }), played]

  it('opens with the digits before # or a pause', () => {
    expect(resultOf(planned({ needsPin: true }))).toEqual({ at: 'pin', commands: [play({ say: 'pin' })] })
    expect(resultOf(...asked).commands).toEqual([{ do: 'wait', seconds: 5 }])
    expect(resultOf(...asked, ...press('1234#'))).toEqual({ at: 'opening', commands: [open('1234')] })
    expect(resultOf(...asked, ...press('1234'), timeout).commands).toEqual([open('1234')])
    expect(resultOf(planned({ needsPin: true }), ...press('1')).commands).toEqual([
      stop,
      { do: 'wait', seconds: 5 },
    ])
  })

  it('takes three wrong PINs', () => {
    const again = [...press('1#'), wrong]
    expect(resultOf(...asked, ...again)).toEqual({ at: 'pin', commands: [play({ say: 'wrong_pin' })] })
    expect(resultOf(...asked, ...again, ...again, ...press('2#'), opened(one)).at).toBe('listening')
    const third = [...asked, ...again, ...again, ...again]
    expect(resultOf(...third)).toEqual({ at: 'listening', commands: [play({ say: 'goodbye' })] })
    expect(resultOf(...third, ...press('1#')).commands).toEqual([])
    expect(resultOf(...third, played)).toEqual(over)
  })
})
