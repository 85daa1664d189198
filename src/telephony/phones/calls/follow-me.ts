import { type ListStrategy, type RingMember, ringList } from './ring-strategies.ts'

export interface FollowMe {
  /** the phone of the extension itself */
  readonly own: RingMember
  /** has `own` in it, if its number is listed */
  readonly list: readonly RingMember[]
  readonly strategy: string
  /** how long the own phone rings before the list */
  readonly firstSeconds: number
  readonly seconds: number
}

/** `findmefollow_enabled` is blank if follow-me is off. Other systems also write these. */
const offWords = new Set(['', 'no', 'off', 'false', '0', 'disabled'])
export const isFollowMeOn = (enabled: unknown) => !offWords.has(String(enabled).trim().toLowerCase())

/** `1002-1003-15551234567#`: each number once. `#` marks those outside of the company. */
export function readFollowMeList(list: unknown): string[] {
  const numbers = String(list)
    .split('-')
    .map((number) => number.replace(/#$/, ''))
  return [...new Set(numbers)].filter((number) => number !== '')
}

/** The class of music that callers hear instead of ringing; undefined with `Ring`. */
export function readMusic(ringing: unknown): string | undefined {
  const name = String(ringing).trim()
  return name === '' || name.toLowerCase() === 'ring' ? undefined : name
}

/** The own phone rings first, then the list. With `ringallv2` the own phone rings on while the list rings. */
export function ringFollowMe({ own, list, strategy, firstSeconds, seconds }: FollowMe) {
  const isFirst = firstSeconds > 0
  const goesOn = strategy.startsWith('ringallv2')
  const members = goesOn && isFirst && !list.includes(own) ? [...list, own] : list
  const listed = ringList(strategy.replace('ringallv2', 'ringall') as ListStrategy, members, seconds)
  const needsFirst = strategy.endsWith('-prim')
  if (!isFirst || (needsFirst && listed.isBusy)) return listed
  const busy = own.isBusy && !listed.busy.includes(own.target) ? [own.target, ...listed.busy] : listed.busy
  const first = own.isBusy ? [] : [{ targets: [own.target], seconds: firstSeconds }]
  const stages = [...first, ...listed.stages]
  return { stages, busy, isBusy: stages.length === 0 && busy.length > 0 }
}
