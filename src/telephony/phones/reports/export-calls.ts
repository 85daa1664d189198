import { Readable } from 'node:stream'
import { isoDate } from '../../../platform/clock.ts'
import { attachment } from '../../../platform/files/content-disposition.ts'
import { csvRow } from '../../../platform/files/csv-row.ts'
import { HttpResponse } from '../../http/http-response.ts'
import type { Actor } from '../../identity/actor.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { listCallsBefore } from '../calls/call-store.ts'
import { type CallPartiesTable, type CallsTable, callPartiesTable } from '../calls/calls-table.ts'
import { type CallPageFilter, visibleCalls } from '../calls/list-cdrs.ts'

/** One query each; nobody waits for a long export. */
const CALLS_AT_ONCE = 500

const header = [
  ...['id', 'started_at', 'answered_at', 'ended_at', 'direction', 'result'],
  ...['from_number', 'from_name', 'dialled', 'called_number', 'called_name'],
  ...['wait_seconds', 'talk_seconds', 'trunk_id', 'transferred_to', 'recording_seconds'],
]

/** The calls that the actor sees, newest first, as a CSV file that is written while it is sent. */
export async function exportCalls(
  platform: TelephonyPlatform,
  actor: Actor,
  filter: CallPageFilter,
): Promise<HttpResponse> {
  const { visible, hears } = await visibleCalls(platform, actor, filter)
  const { read } = platform.database
  const companyId = actor.company.id
  async function* rows(): AsyncIterable<string> {
    yield csvRow(header)
    let before: string | undefined
    for (;;) {
      const calls = await listCallsBefore(read, companyId, visible, before, CALLS_AT_ONCE)
      if (calls.length === 0) return
      const ids = calls.map(({ id }) => id)
      const parties = await callPartiesTable.list(read, { company_id: companyId, call_id: ids })
      const byCall = new Map<string, CallPartiesTable[]>(ids.map((id) => [id, []]))
      for (const party of parties) byCall.get(party.call_id)?.push(party)
      yield calls.map((call) => rowOf(call, byCall.get(call.id)!, hears(byCall.get(call.id)!))).join('')
      before = ids.at(-1)
    }
  }
  return new HttpResponse(Readable.from(rows(), { objectMode: false }), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': attachment(`calls-${isoDate(platform.clock.now()).slice(0, 10)}.csv`),
      'content-security-policy': "sandbox; default-src 'none'",
    },
  })
}

function rowOf(call: CallsTable, parties: readonly CallPartiesTable[], isHeard: boolean): string {
  const { started_at: began, answered_at: answered, ended_at: ended } = call
  const caller = parties.find(({ role }) => role === 'caller')
  const called = parties.filter(({ role }) => role === 'called')
  const last = called.findLast(({ outcome }) => outcome === 'answered') ?? called.at(-1)
  // The time with a phone code or a menu is no waiting.
  const taken = called.length > 0 ? (answered ?? ended) : answered
  const time = (at: number | null) => (at === null ? null : isoDate(at))
  const seconds = (from: number | null, to: number | null) =>
    from === null || to === null ? null : Math.round((to - from) / 1000)
  return csvRow([
    ...[call.id, time(began), time(answered), time(ended), call.direction, call.result ?? 'in_progress'],
    ...[caller?.number ?? '', caller?.name ?? '', call.dialled, last?.number ?? '', last?.name ?? ''],
    ...[seconds(began, taken), seconds(answered, ended)],
    ...[caller?.trunk_id ?? last?.trunk_id ?? null, call.transferred_to],
    isHeard ? call.recording_seconds : null,
  ])
}
