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
      play('ready'),
    ])
    expect(resultOf(...first, played, played).commands).toEqual([{ do: 'wait', seconds: 5 }])
    const second = [...first, played, played, timeout]
    expect(resultOf(...second).commands).toEqual([play(two)])
    expect(resultOf(...second, played, played, timeout).commands).toEqual([play({ say: 'no_more_messages' })])
    expect(resultOf(...second, played, played, timeout, played)).toEqual(over)
  })

  it('hears a tone if there is nothing new', () => {
    expect(resultOf(planned(), opened()).commands).toEqual([play({ say: 'no_more_messages' })])
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
    expect(resultOf(...first, ...press('22'), ...press('3')).commands).toEqual([])
  })

  it('does not read what could not be played, or not to its end', () => {
    expect(resultOf(...first, { kind: 'played', hasFailed: true }).commands).toEqual([play('ready')])
    expect(resultOf(...first, { kind: 'callerEnded' })).toEqual({ at: 'ended', commands: [] })
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
    expect(resultOf(...third)).toEqual({ at: 'listening', commands: [play('over')] })
    expect(resultOf(...third, ...press('1#')).commands).toEqual([])
    expect(resultOf(...third, played)).toEqual(over)
  })
})
