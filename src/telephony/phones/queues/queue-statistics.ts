import { type Static, Type } from '@sinclair/typebox'
import { nullable } from '../../nullable.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import type { CallRoute } from '../call-routes/call-route.ts'
import type { QueueSettings } from '../call-routes/queues.ts'
import { dateOfSlot, type GivenPeriod, readPeriod } from '../call-routes/read-period.ts'
import { extensionsTable } from '../extensions/extension.ts'
import { countByAgent, countQueueCalls, type SlotCounts } from './queue-store.ts'

const counts = {
  calls: Type.Integer({ description: 'Calls that have left the line, by whichever way.' }),
  answered: Type.Integer(),
  abandoned: Type.Integer({ description: 'The caller hung up.' }),
  overflowed: Type.Integer({ description: 'The call went to another number, or was ended.' }),
  called_back: Type.Integer(),
  average_wait: Type.Integer({ description: 'In seconds, of the answered calls.' }),
  longest_wait: Type.Integer({ description: 'In seconds, of all calls.' }),
  service_level: nullable(
    Type.Number({
      description: 'The part of the calls that was answered in time, from 0 to 1; null: no calls.',
    }),
  ),
}

export const StatisticsSchema = Type.Object(
  {
    queue_id: Type.String(),
    from: Type.String(),
    to: Type.String(),
    time_zone: Type.String(),
    total: Type.Object(counts, { additionalProperties: false }),
    days: Type.Array(Type.Object({ date: Type.String(), ...counts }, { additionalProperties: false })),
    agents: Type.Array(
      Type.Object(
        {
          extension_id: Type.String(),
          number: nullable(Type.Integer({ description: 'null: the extension is deleted.' })),
          name: Type.String(),
          calls: Type.Integer({ description: 'Calls that the agent answered or called back.' }),
          talk_time: Type.Integer({ description: 'In seconds.' }),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
)

type Statistics = Static<typeof StatisticsSchema>

/** Calls by day of a time zone, and by agent. A call counts on the day on which it came. */
export async function showStatistics(
  { clock, database }: TelephonyPlatform,
  queue: CallRoute,
  given: GivenPeriod,
): Promise<Statistics> {
  const { from, to, timeZone, dates, begins, ends } = readPeriod(given, clock.now())
  const { company_id: companyId, id: queueId } = queue
  const range = { companyId, queueId, from: begins, to: ends }
  const { service_level: seconds } = queue.settings as QueueSettings
  const slots = (await countQueueCalls(database.read, range, seconds * 1000)).map((one) => ({
    ...one,
    date: dateOfSlot(one.slot, timeZone),
  }))
  return {
    queue_id: queueId,
    from,
    to,
    time_zone: timeZone,
    total: sumOf(slots),
    days: dates.map((date) => ({ date, ...sumOf(slots.filter((one) => one.date === date)) })),
    agents: await agentTotals(database.read, range),
  }
}

async function agentTotals(
  db: TelephonyPlatform['database']['read'],
  range: Parameters<typeof countByAgent>[1],
): Promise<Statistics['agents']> {
  const totals = await countByAgent(db, range)
  const extensions = await extensionsTable.list(db, {
    company_id: range.companyId,
    id: totals.map(({ extension_id: id }) => id),
  })
  return totals.map(({ extension_id, calls, talked }) => {
    const extension = extensions.find(({ id }) => id === extension_id)
    return {
      extension_id,
      number: extension?.number ?? null,
      name: extension?.name ?? '',
      calls,
      talk_time: Math.round(talked / 1000),
    }
  })
}

function sumOf(slots: readonly SlotCounts[]): Statistics['total'] {
  const sum = (name: keyof SlotCounts) => slots.reduce((total, one) => total + one[name], 0)
  const [calls, answered] = [sum('calls'), sum('answered')]
  return {
    calls,
    answered,
    abandoned: sum('abandoned'),
    overflowed: sum('overflowed'),
    called_back: sum('called_back'),
    average_wait: answered === 0 ? 0 : Math.round(sum('waited') / answered / 1000),
    longest_wait: Math.round(Math.max(0, ...slots.map(({ longest }) => longest)) / 1000),
    service_level: calls === 0 ? null : sum('in_time') / calls,
  }
}
