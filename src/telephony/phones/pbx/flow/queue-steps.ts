import type { QueuePlan, QueueVisit, RingPlan, RingStage } from './call-plan.ts'
import type { CallSound } from './call-sound.ts'
import type { CallStep } from './call-state.ts'

/** The key by which callers in line ask to be called back. */
const CALL_BACK = '1'

const nowhere = { number: '', prefix: '' }

/** The caller comes into line. After a restart of ours, the time counts from the first entry. */
export function enterQueue(forwards: number, plan: QueuePlan, since = plan.at): CallStep {
  const visit = { forwards, plan, since }
  return {
    state: { at: 'queued', ...visit, isPlaying: false },
    commands: [{ do: 'enterQueue', visit }],
  }
}

/** No agent has answered: the caller keeps the place in line. The music goes on. */
export const waitOn = ({ forwards, plan, since }: QueueVisit): CallStep => ({
  state: { at: 'queued', forwards, plan, since, isPlaying: false },
  commands: [],
})

/** Agents ring for a caller in line, as the members of a group do. */
export const offerTo = ({ forwards, plan, since }: QueueVisit, stage: RingStage): RingPlan => ({
  kind: 'ring',
  callee: plan.callee,
  callerId: plan.callerId,
  music: plan.music,
  stages: [stage],
  isBusy: false,
  busy: [],
  mailbox: undefined,
  fallback: { busy: nowhere, noAnswer: nowhere, unavailable: nowhere },
  queue: { forwards, plan, since },
})

/** A caller in line has pressed a key; undefined if it means nothing. */
export const pressInLine = ({ plan }: QueueVisit, digit: string): CallStep | undefined =>
  plan.callback && digit === CALL_BACK
    ? leaveWith('callback', { say: 'queue_callback', language: plan.language })
    : undefined

/** Says the place in line, and how to be called back. */
export const announcePlace = ({ plan }: QueueVisit, position: number): CallSound => ({
  say: 'queue_position',
  number: position,
  language: plan.language,
  ...(plan.callback && { next: [{ say: 'queue_callback_offer' }] }),
})

/** The caller hears a last sound, and then the call ends. */
export const leaveWith = (result: 'answered' | 'callback', sound: CallSound): CallStep => ({
  state: { at: 'leaving', result },
  commands: [{ do: 'play', sound }],
})
