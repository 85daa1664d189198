import { type Static, Type } from '@sinclair/typebox'
import { isoDate, isoDateOrNull } from '../../../platform/clock.ts'
import { uncheckedCast } from '../../../platform/unchecked-cast.ts'
import type { Company } from '../../identity/company.ts'
import { nullable } from '../../nullable.ts'
import type { NewTelephonyEvent } from '../../telephony-event-map.ts'
import { calledOutcomes, callResults } from '../pbx/flow/call-outcomes.ts'
import { type CallPartiesTable, type CallsTable, callEncryptions } from './calls-table.ts'

export const callDirections = ['internal', 'inbound', 'outbound'] as const
/** The results that the API shows: a call in progress has none yet. */
export const shownResults = ['in_progress', ...callResults] as const

/** Decides for the parties of a call whether its recording may be heard. */
export type HearsCall = (parties: readonly CallPartiesTable[]) => boolean

const party = {
  number: Type.String(),
  name: Type.String({
    description: 'Of the extension at the time of the call, or as the provider tells it.',
  }),
  extension_id: nullable(Type.String()),
  user_id: nullable(Type.String({ description: 'Whose extension it was.' })),
  pbx: nullable(Type.String({ description: 'The uuid of the instance.' })),
  trunk_id: nullable(Type.String({ description: 'The trunk over which somebody outside takes part.' })),
  encryption: nullable(
    Type.Union(
      callEncryptions.map((encryption) => Type.Literal(encryption)),
      {
        description:
          'Of the sound between this phone or provider and the PBX. Null: they did not talk, or it is not known.',
      },
    ),
  ),
}

export const CdrSchema = Type.Object(
  {
    id: Type.String(),
    company: Type.String(),
    direction: Type.Union(
      callDirections.map((direction) => Type.Literal(direction)),
      { description: 'internal: between extensions of the company; the others: with a number outside.' },
    ),
    result: Type.Union(
      shownResults.map((result) => Type.Literal(result)),
      { description: 'How the call went. cancelled: the caller hung up before anybody answered.' },
    ),
    from: Type.Object(party, { additionalProperties: false, description: 'The caller.' }),
    to: Type.String({ description: 'What the caller dialled.' }),
    called: Type.Array(
      Type.Object(
        { ...party, outcome: Type.Union(calledOutcomes.map((outcome) => Type.Literal(outcome))) },
        { additionalProperties: false },
      ),
      {
        description:
          'Who was called, in this order: more than one if the call was forwarded, or if a trunk failed. A colleague who picked up the call is listed, too.',
      },
    ),
    transferred_to: nullable(
      Type.String({ description: 'The number to which one end has transferred the other, the last one.' }),
    ),
    recording: nullable(
      Type.Object(
        { duration: Type.Integer({ description: 'In seconds.' }), size: Type.Integer() },
        {
          additionalProperties: false,
          description: 'The sound: `GET /cdrs/{call_id}/recording`. Null for people who may not hear it.',
        },
      ),
    ),
    recording_state: nullable(
      Type.Union([Type.Literal('recording'), Type.Literal('paused'), Type.Literal('ended')], {
        description:
          'Of a call in progress. ended: the recording is full, and nothing more is recorded. Null: it is not recorded.',
      }),
    ),
    started_at: Type.String(),
    answered_at: nullable(Type.String()),
    ended_at: nullable(
      Type.String({
        description: 'If a crash hid the end: when the server noticed that the call was over.',
      }),
    ),
    duration: Type.Integer({ description: 'Seconds from the answer to the end; 0 if there was no answer.' }),
  },
  { additionalProperties: false },
)

export type CdrView = Static<typeof CdrSchema>

/** `parties` may contain those of other calls. `hears`: who hears its recording sees it; undefined: everybody. */
export function cdrView(
  call: CallsTable,
  parties: readonly CallPartiesTable[],
  companyPublicId: string,
  hears: HearsCall = () => true,
): CdrView {
  const own = parties.filter((one) => one.call_id === call.id)
  const caller = own.find(({ role }) => role === 'caller')!
  return uncheckedCast({
    id: call.id,
    company: companyPublicId,
    direction: call.direction,
    result: call.result ?? 'in_progress',
    from: partyView(caller),
    to: call.dialled,
    called: own
      .filter(({ role }) => role === 'called')
      .map((one) => ({ ...partyView(one), outcome: one.outcome })),
    transferred_to: call.transferred_to,
    recording:
      call.recording_size === null || !hears(own)
        ? null
        : { duration: call.recording_seconds ?? 0, size: call.recording_size },
    recording_state: call.recording_state,
    started_at: isoDate(call.started_at),
    answered_at: isoDateOrNull(call.answered_at),
    ended_at: isoDateOrNull(call.ended_at),
    duration: secondsTalked(call),
  })
}

const partyView = ({
  number,
  name,
  extension_id,
  user_id,
  instance_uuid,
  trunk_id,
  encryption,
}: CallPartiesTable) => ({
  number,
  name,
  extension_id,
  user_id,
  pbx: instance_uuid,
  trunk_id,
  encryption,
})

const secondsTalked = ({ answered_at: from, ended_at: to }: CallsTable) =>
  from === null || to === null ? 0 : Math.max(0, Math.round((to - from) / 1000))

declare module '../../telephony-event-map.ts' {
  interface TelephonyEventMap {
    'call.ended': CdrView
    'call.emergency': CdrView
    'call.seen.updated': Static<typeof CallsSeenSchema>
  }
}

/** A call has ended. For its parties and the owner. */
export function callEnded(company: Company, cdr: CdrView): NewTelephonyEvent<'call.ended'> {
  const users = [cdr.from, ...cdr.called].flatMap(({ user_id: id }) => id ?? [])
  const contacts = [...new Set([company.primary_contact_id, ...users])]
  return { type: 'call.ended', audience: { to: 'contacts', contacts }, payload: cdr }
}

/** Somebody has called an emergency number. For the owner. */
export const emergencyCalled = (company: Company, cdr: CdrView): NewTelephonyEvent<'call.emergency'> => ({
  type: 'call.emergency',
  audience: { to: 'contacts', contacts: [company.primary_contact_id] },
  payload: cdr,
})

export const CallsSeenSchema = Type.Object(
  {
    user_id: Type.String(),
    seen_until: Type.String({ description: 'The user has seen the calls that began until then.' }),
  },
  { additionalProperties: false },
)

/** Somebody has looked at their calls. For their other devices. */
export const callsSeen = (userId: string, seenUntil: number): NewTelephonyEvent<'call.seen.updated'> => ({
  type: 'call.seen.updated',
  audience: { to: 'contacts', contacts: [userId] },
  payload: { user_id: userId, seen_until: isoDate(seenUntil) },
})
