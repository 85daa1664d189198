import type { CallTarget, RingPlan, RingStage } from '../pbx/flow/call-plan.ts'

/** How the numbers of a list ring. */
const strategies = ['ringall', 'hunt', 'memoryhunt', 'firstavailable', 'firstnotonphone'] as const

/** With `-prim`, nobody rings if the first on the list is busy. */
export const listStrategies = [
  ...strategies,
  'ringall-prim',
  'hunt-prim',
  'memoryhunt-prim',
] as const satisfies readonly string[]
export type ListStrategy = (typeof listStrategies)[number]

/** Which of the free agents of a queue rings: all of them, or the first by one of these orders. */
export const queueStrategies = [
  'ringall',
  'longest_idle',
  'fewest_calls',
  'round_robin',
  'in_order',
] as const satisfies readonly string[]
export type QueueStrategy = (typeof queueStrategies)[number]

/** An agent of a queue who could take a call. */
export interface FreeAgent extends RingMember {
  /** when the last call of a queue ended; 0: none did within a day */
  readonly idleSince: number
  /** calls of queues within a day */
  readonly calls: number
  /** when the phone was last made to ring, in any unit; 0: not yet */
  readonly rungAt: number
}

const orders: Record<QueueStrategy, (one: FreeAgent) => number> = {
  ringall: () => 0,
  longest_idle: ({ idleSince }) => idleSince,
  fewest_calls: ({ calls }) => calls,
  round_robin: ({ rungAt }) => rungAt,
  in_order: () => 0,
}

/** Who rings for the first caller in line. Among equals, the order of the members counts. */
export function ringAgents(
  strategy: QueueStrategy,
  free: readonly FreeAgent[],
  seconds: number,
): RingStage | undefined {
  const ordered = free.toSorted((one, other) => orders[strategy](one) - orders[strategy](other))
  return ringList(strategy === 'ringall' ? 'ringall' : 'firstavailable', ordered, seconds).stages[0]
}

/** Somebody on a list. */
export interface RingMember {
  readonly target: CallTarget
  /** does not want to be disturbed, or has a call and no call waiting */
  readonly isBusy: boolean
  readonly isInCall: boolean
  readonly isRegistered: boolean
}

type Stages = (readonly RingMember[])[]

const stagesBy: Record<(typeof strategies)[number], (free: readonly RingMember[]) => Stages> = {
  /** all at once */
  ringall: (free) => (free.length > 0 ? [free] : []),
  /** one after the other */
  hunt: (free) => free.map((one) => [one]),
  /** the first, then the first two, and so on */
  memoryhunt: (free) => free.map((_, index) => free.slice(0, index + 1)),
  /** only the first whose phone is registered */
  firstavailable: (free) => firstOf(free.filter((one) => one.isRegistered)),
  /** only the first who has no call, call waiting or not */
  firstnotonphone: (free) => firstOf(free.filter((one) => one.isRegistered)),
}

const firstOf = ([first]: readonly RingMember[]): Stages => (first ? [[first]] : [])

/** The stages of a strategy, each of `seconds`. Busy members do not ring. */
export function ringList(
  strategy: ListStrategy,
  members: readonly RingMember[],
  seconds: number,
): Required<Pick<RingPlan, 'stages' | 'busy' | 'isBusy'>> {
  const base = strategy.replace(/-prim$/, '') as (typeof strategies)[number]
  const isOut = (one: RingMember) => one.isBusy || (base === 'firstnotonphone' && one.isInCall)
  const [first] = members
  if (strategy !== base && first && isOut(first)) return { stages: [], busy: [first.target], isBusy: true }
  const stages = stagesBy[base](members.filter((one) => !isOut(one))).map((stage) => ({
    targets: stage.map(({ target }) => target),
    seconds,
  }))
  const busy = members.filter(isOut).map(({ target }) => target)
  return { stages, busy, isBusy: stages.length === 0 && busy.length > 0 }
}
