import { type Static, Type } from '@sinclair/typebox'
import type { Actor } from '../../identity/actor.ts'
import { fullName } from '../../identity/contact.ts'
import { findContacts } from '../../identity/contact-store.ts'
import { nullable } from '../../nullable.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { callRoutesTable } from '../call-routes/call-route.ts'
import { dateOfSlot, type GivenPeriod, readPeriod } from '../call-routes/read-period.ts'
import { trunksTable } from '../trunks/trunks-table.ts'
import { type CallCounts, countByQueue, countByTrunk, countByUser, countCalls } from './report-store.ts'

const strict = { additionalProperties: false }
const counts = {
  calls: Type.Integer({
    description:
      'Calls that have ended, by the time at which they began. Phone codes are not counted, unless they call somebody.',
  }),
  answered: Type.Integer(),
  missed: Type.Integer({
    description:
      'Calls from outside and of colleagues that nobody answered at the phones they called; of a queue, all that left it unanswered.',
  }),
  average_wait: Type.Integer({ description: 'Seconds until somebody answered, of the answered calls.' }),
  longest_wait: Type.Integer({ description: 'In seconds, of all calls.' }),
  talk_time: Type.Integer({ description: 'In seconds.' }),
}
const directions = {
  inbound: Type.Integer({ description: 'Calls from outside.' }),
  outbound: Type.Integer({ description: 'Calls to the outside.' }),
  internal: Type.Integer(),
}
const name = Type.String({ description: 'Empty if it was deleted.' })

export const CallReportSchema = Type.Object(
  {
    from: Type.String(),
    to: Type.String(),
    time_zone: Type.String(),
    total: Type.Object({ ...counts, ...directions }, strict),
    days: Type.Array(Type.Object({ date: Type.String(), ...counts, ...directions }, strict)),
    users: Type.Array(
      Type.Object(
        {
          user_id: Type.String(),
          name,
          made: Type.Integer({ description: 'Calls that the user made.' }),
          answered: Type.Integer(),
          missed: Type.Integer({ description: 'Calls that rang at the user and that nobody answered.' }),
          talk_time: Type.Integer({ description: 'In seconds.' }),
        },
        strict,
      ),
    ),
    trunks: Type.Array(Type.Object({ trunk_id: Type.String(), name, ...counts, ...directions }, strict), {
      description: 'A call counts for each trunk that it tried.',
    }),
    queues: Type.Array(
      Type.Object({ queue_id: Type.String(), name, number: nullable(Type.Integer()), ...counts }, strict),
    ),
  },
  strict,
)

type CallReport = Static<typeof CallReportSchema>

/** The calls of the company by day of a time zone, person, trunk and queue. */
export async function showCallReport(
  { clock, database: { read } }: TelephonyPlatform,
  { company }: Actor,
  given: GivenPeriod,
): Promise<CallReport> {
  const { from, to, timeZone, dates, begins, ends } = readPeriod(given, clock.now())
  const range = { companyId: company.id, from: begins, to: ends }
  const slots = (await countCalls(read, range)).map((one) => ({
    ...one,
    date: dateOfSlot(one.slot, timeZone),
  }))
  const users = await countByUser(read, range)
  const people = await findContacts(
    read,
    company.id,
    users.map(({ userId }) => userId),
  )
  const trunkNames = await namesOf(trunksTable.list(read, { company_id: company.id }))
  const ofTrunks = await countByTrunk(read, range)
  const trunkIds = [...new Set(ofTrunks.map(({ trunkId }) => trunkId))]
  const queues = await callRoutesTable.list(read, { company_id: company.id, kind: 'queue' })
  return {
    from,
    to,
    time_zone: timeZone,
    total: sumOf(slots),
    days: dates.map((date) => ({ date, ...sumOf(slots.filter((one) => one.date === date)) })),
    users: users
      .map(({ userId, talked, ...counted }) => {
        const person = people.get(userId)
        return {
          user_id: userId,
          name: person ? fullName(person) : '',
          ...counted,
          talk_time: Math.round(talked / 1000),
        }
      })
      .toSorted((one, other) => one.name.localeCompare(other.name)),
    trunks: trunkIds.map((id) => ({
      trunk_id: id,
      name: trunkNames.get(id) ?? '',
      ...sumOf(ofTrunks.filter(({ trunkId }) => trunkId === id)),
    })),
    queues: (await countByQueue(read, range)).map((row) => {
      const queue = queues.find(({ id }) => id === row.queueId)
      return {
        queue_id: row.queueId,
        name: queue?.name ?? '',
        number: queue?.number ?? null,
        ...countsOf([row]),
      }
    }),
  }
}

const namesOf = async (found: Promise<readonly { id: string; name: string }[]>) =>
  new Map((await found).map((one) => [one.id, one.name]))

function countsOf(rows: readonly CallCounts[]) {
  const sum = (name: keyof CallCounts) => rows.reduce((total, one) => total + one[name], 0)
  const answered = sum('answered')
  return {
    calls: sum('calls'),
    answered,
    missed: sum('missed'),
    average_wait: answered === 0 ? 0 : Math.round(sum('waited') / answered / 1000),
    longest_wait: Math.round(rows.reduce((most, { longest }) => Math.max(most, longest), 0) / 1000),
    talk_time: Math.round(sum('talked') / 1000),
  }
}

function sumOf(rows: readonly (CallCounts & { direction: string })[]) {
  const of = (wanted: string) =>
    rows.reduce((total, { direction, calls }) => total + (direction === wanted ? calls : 0), 0)
  return {
    ...countsOf(rows),
    inbound: of('inbound'),
    outbound: of('outbound'),
    internal: of('internal'),
  }
}
