import type { CallTarget, RingPlan } from '../pbx/flow/call-plan.ts'

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
