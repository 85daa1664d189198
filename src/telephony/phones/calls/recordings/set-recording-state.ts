import { type Static, Type } from '@sinclair/typebox'
import { instancesTable } from '../../../company/instances/instances-table.ts'
import { HttpResponse } from '../../../http/http-response.ts'
import type { Actor } from '../../../identity/actor.ts'
import { viewerOf } from '../../../identity/permissions.ts'
import { conflict, forbidden, notFound } from '../../../problem.ts'
import type { TelephonyDb } from '../../../telephony-platform.ts'
import { mayChangeRecording } from '../../pbx/flow/may-change-recording.ts'
import type { CallParty } from '../../pbx/pbx.ts'
import type { Phones } from '../../phones.ts'
import { cdrView } from '../call-events.ts'
import { type CallPartiesTable, type CallsTable, callPartiesTable, callsTable } from '../calls-table.ts'
import { findRecordingRules } from './find-recording-rules.ts'

export const RecordingStateInput = Type.Object(
  {
    recording_state: Type.Union([Type.Literal('recording'), Type.Literal('paused')], {
      description: 'paused: nothing is recorded until it goes on. The call has one recording.',
    }),
  },
  { additionalProperties: false },
)

export interface CallInProgress {
  readonly call: CallsTable
  readonly parties: readonly CallPartiesTable[]
}

/** For the people in the call and the owner. Other calls are not found. */
export async function callInProgress(
  { database }: Phones,
  actor: Actor,
  id: string,
): Promise<CallInProgress> {
  const { company } = actor
  const call = await callsTable.find(database.read, { company_id: company.id, id })
  const parties = await callPartiesTable.list(database.read, { company_id: company.id, call_id: id })
  const viewer = viewerOf(actor, 'see calls and hear recordings')
  const isVisible = viewer === undefined || parties.some(({ user_id: user }) => user === viewer)
  if (!call || !isVisible) throw notFound('There is no such call')
  return { call, parties }
}

/** Tells the PBX to record a call in progress, or to pause. The event `call.recording.updated` says when it has. */
export async function setRecordingState(
  { database, pbx }: Phones,
  actor: Actor,
  { call, parties }: CallInProgress,
  { recording_state: wanted }: Static<typeof RecordingStateInput>,
): Promise<HttpResponse> {
  const caller = parties.find(({ role }) => role === 'caller')
  const answerer = parties.findLast(({ outcome }) => outcome === 'answered')
  if (call.ended_at !== null || !caller || !answerer || !pbx.setRecording) {
    throw conflict('Nobody talks in this call now')
  }
  if (call.recording_state === 'ended') throw conflict('The recording is full')
  const side = viewerSide(actor, caller, answerer)
  if (side !== 'owner') {
    const [from, to] = await Promise.all([caller, answerer].map((one) => partyOf(database.read, one)))
    const rules = await findRecordingRules(database.read, from!, to!)
    const isRunning = call.recording_state === 'recording'
    if (side === undefined || !mayChangeRecording(rules, side, isRunning)) {
      throw forbidden('The settings of the extension do not permit it')
    }
  }
  await pbx.setRecording(call.pbx_call_id, wanted === 'recording')
  return new HttpResponse(cdrView(call, parties, actor.company.public_id), { status: 202 })
}

function viewerSide(actor: Actor, caller: CallPartiesTable, answerer: CallPartiesTable) {
  const viewer = viewerOf(actor, 'see calls and hear recordings')
  if (viewer === undefined) return 'owner'
  if (caller.user_id === viewer) return 'caller'
  return answerer.user_id === viewer ? 'callee' : undefined
}

async function partyOf(db: TelephonyDb, party: CallPartiesTable): Promise<CallParty> {
  const { company_id: companyId, instance_uuid: uuid, number, name, trunk_id: trunk } = party
  const instance = uuid === null ? undefined : await instancesTable.find(db, { company_id: companyId, uuid })
  return instance ? { domain: instance.domain, number: Number(number) } : { trunk: trunk ?? '', number, name }
}
