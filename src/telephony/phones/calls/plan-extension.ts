import type { TelephonyDb } from '../../telephony-platform.ts'
import { findForwarding } from '../call-routes/forwarding-table.ts'
import { type ListStrategy, type RingMember, ringList } from '../call-routes/ring-strategies.ts'
import { completeData } from '../extension-data/extension-data.ts'
import type { CallerId, CallPlan, CallTarget } from '../pbx/flow/call-plan.ts'
import { findLanguage } from '../prompts/speech-store.ts'
import type { DialledExtension } from '../routing/find-dialled.ts'
import { countryOf } from '../trunks/country-of.ts'
import { withPrefix } from './caller-id.ts'
import { followedCallerId, type OutsideCaller } from './followed-caller-id.ts'
import { planMailbox } from './plan-mailbox.ts'
import { readFallback } from './read-fallback.ts'
import { findRingMembers, ringMember, withAutoAnswer } from './ring-members.ts'
import { findRefusal, mustBeAccepted, planRefusal } from './screen-caller.ts'

/** `findmefollow_enabled` is blank if follow-me is off. Other systems also write these. */
const offWords = new Set(['', 'no', 'off', 'false', '0', 'disabled'])

/** A ring time of 0 means this. */
export const DEFAULT_RING_SECONDS = 20

/** Where a call to an extension comes from. */
export interface CallOrigin {
  /** undefined: a phone of ours calls */
  readonly outside?: OutsideCaller | undefined
  /** A phone of ours has dialled this number: nobody has forwarded or transferred the call. */
  readonly isDirect?: boolean | undefined
}

/** A call to an extension: its phones ring, and with follow-me those of other numbers. */
export async function planExtension(
  db: TelephonyDb,
  dialled: DialledExtension,
  callerId: CallerId,
  { outside, isDirect }: CallOrigin = {},
): Promise<CallPlan> {
  const { instance, extension } = dialled
  const { company_id: companyId, user_id: userId } = extension
  const refusal = outside && userId !== null ? await findRefusal(db, companyId, userId, outside) : undefined
  if (refusal) return planRefusal(db, dialled, refusal)
  const isScreened = outside !== undefined && (await mustBeAccepted(db, extension, outside))
  const callee = { domain: instance.domain, number: extension.number }
  const data = completeData(extension.number, extension.name, extension.data)
  const own = withConfirmation(await ringMember(db, instance, extension), isScreened)
  const isFollowed = isFollowMeOn(data.findmefollow_enabled)
  const answersItself = isDirect && data.answermode === 'intercom' && !own.isInCall
  const forwarding = await findForwarding(db, extension)
  const wantsMessages =
    data.voicemail === 'default' && !(isFollowed && data.findmefollow_voicemail === 'novm')
  const after = readFallback(isFollowed ? data.findmefollow_postdest : '')
  // What the person has chosen comes before the settings of the extension.
  const fallback = (chosen: string | null | undefined, destination: unknown, prefix: unknown) => {
    if (chosen) return { number: chosen, prefix: '' }
    return after.number === '' ? readFallback(destination, prefix) : after
  }
  if (forwarding && forwarding.number !== '') {
    const to = { number: forwarding.number, prefix: '' }
    return {
      kind: 'ring',
      callee,
      callerId,
      stages: [],
      isBusy: false,
      busy: [],
      ...(await planMailbox(db, instance, wantsMessages ? extension : undefined)),
      language: await findLanguage(db, companyId, extension.id),
      fallback: { busy: to, noAnswer: to, unavailable: to },
    }
  }
  return {
    kind: 'ring',
    callee,
    callerId: isFollowed ? withPrefix(callerId, String(data.findmefollow_grppre)) : callerId,
    ...(isFollowed
      ? await followMe(db, dialled, data, own, { outside, isScreened })
      : ringOwn(data, answersItself ? withAutoAnswer(own) : own)),
    music: isFollowed ? readMusic(data.findmefollow_ringing) : undefined,
    ...(await planMailbox(db, instance, wantsMessages ? extension : undefined)),
    language: await findLanguage(db, extension.company_id, extension.id),
    fallback: {
      busy: fallback(forwarding?.busy_number, data.busy_dest, data.busy_cid),
      noAnswer: fallback(forwarding?.no_answer_number, data.noanswer_dest, data.noanswer_cid),
      unavailable: fallback(forwarding?.no_answer_number, data.chanunavail_dest, data.chanunavail_cid),
    },
  }
}

type Data = Readonly<Record<string, unknown>>

export const ringSeconds = (data: Data) => Number(data.ringtimer) || DEFAULT_RING_SECONDS

const ringOwn = (data: Data, { target, isBusy }: RingMember) => ({
  stages: [{ targets: [target], seconds: ringSeconds(data) }],
  isBusy,
})

async function followMe(
  db: TelephonyDb,
  { instance, extension }: DialledExtension,
  data: Data,
  own: RingMember,
  { outside, isScreened }: Pick<CallOrigin, 'outside'> & { isScreened: boolean },
) {
  const numbers = readFollowMeList(data.findmefollow_grplist)
  const { members, refused } = await findRingMembers(db, { instance, extension }, numbers)
  // The own phone must be the same target wherever it is listed, so that it rings on from stage to stage.
  const isOwn = ({ target }: RingMember) =>
    target.kind === 'phone' &&
    target.address.number === extension.number &&
    target.address.domain === instance.domain
  const callerId = followedCallerId(data, extension.name, outside, await countryOf(db, instance))
  const alertInfo = String(data.findmefollow_dring).trim()
  const withSettings = (target: CallTarget): CallTarget => {
    if (target.kind === 'trunk') {
      if (!callerId) return target
      return { ...target, callerId, others: (target.others ?? []).map((one) => ({ ...one, callerId })) }
    }
    return alertInfo === '' ? target : { ...target, alertInfo }
  }
  const followed = (one: RingMember): RingMember => {
    const needsKey = data.findmefollow_needsconf === true || isScreened
    return withConfirmation({ ...one, target: withSettings(one.target) }, needsKey)
  }
  const rung = ringFollowMe({
    own,
    list: members.map((one) => (isOwn(one) ? own : followed(one))),
    strategy: String(data.findmefollow_strategy),
    firstSeconds: Number(data.findmefollow_pre_ring),
    seconds: Number(data.findmefollow_grptime) || DEFAULT_RING_SECONDS,
  })
  return { ...rung, refused }
}

const withConfirmation = <Member extends RingMember>(member: Member, isNeeded: boolean): Member =>
  isNeeded ? { ...member, target: { ...member.target, mustConfirm: true } } : member

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
