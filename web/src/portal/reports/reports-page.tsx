import type { CallReport } from '@switchboard/client/telephony'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import type { Column } from '../../resource/resource.ts'
import { ResourceList } from '../../resource/resource-list.tsx'
import { p } from '../../texts/portal-texts.ts'
import { Button } from '../../ui/button.tsx'
import { DayChart } from '../../ui/day-chart.tsx'
import { TextField } from '../../ui/field.tsx'
import { saveBlob } from '../../ui/save-blob.ts'
import { Card, FieldGrid, SectionPage } from '../../ui/section-page.tsx'
import { clockTime } from '../../ui/times.ts'
import { useSubmit } from '../../ui/use-submit.ts'
import { ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'

/** How many calls there were, how many were missed, and how long people waited. For owners and administrators. */
export function ReportsPage() {
  const { client } = usePortal()
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const { busy, error, run } = useSubmit()
  const days = { ...(from && { from }), ...(to && { to }) }
  const report = useQuery({
    queryKey: portalKeys.calls.report(from, to),
    queryFn: ({ signal }) => {
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
      return client.call('GET /cdrs/report', { ...days, time_zone: timeZone }, undefined, { signal })
    },
  })
  const { data } = report
  const download = () =>
    run(async () => {
      // Days are local, from midnight to midnight.
      const { from: first, to: last } = data ?? {}
      const period = {
        ...(first && { from: new Date(`${first}T00:00:00`).toISOString() }),
        ...(last && { to: new Date(`${last}T23:59:59.999`).toISOString() }),
      }
      saveBlob(await client.download('GET /cdrs/export', period), `calls-${first}-${last}.csv`)
    })
  return (
    <SectionPage
      title={p.reports.title}
      intro={p.reports.intro}
      actions={
        <Button icon={<Download />} busy={busy} onClick={() => void download()}>
          {p.reports.download}
        </Button>
      }
    >
      {error !== undefined && <ErrorState error={error} onRetry={() => void download()} />}
      <Card title={p.reports.byDay}>
        <FieldGrid>
          <TextField
            type="date"
            label={p.reports.from}
            value={from || (data?.from ?? '')}
            onChange={({ target }) => setFrom(target.value)}
          />
          <TextField
            type="date"
            label={p.reports.to}
            value={to || (data?.to ?? '')}
            onChange={({ target }) => setTo(target.value)}
          />
        </FieldGrid>
        {report.error !== null && <ErrorState error={report.error} onRetry={report.refetch} />}
        {report.isFetching && !data && <LoadingState />}
        {data && <Charts days={data.days} />}
      </Card>
      {data && <Tables report={data} />}
    </SectionPage>
  )
}

function Charts({ days }: Pick<CallReport, 'days'>) {
  return (
    <>
      <DayChart
        label={p.reports.callsChart}
        legend={[p.reports.answered, p.reports.missed]}
        days={days.map(({ date, answered, missed }) => ({
          date,
          values: [answered, missed],
          text: p.reports.dayCalls(date, answered, missed),
        }))}
      />
      <DayChart
        label={p.reports.waitChart}
        legend={[p.reports.averageWait]}
        days={days.map(({ date, average_wait: wait }) => ({
          date,
          values: [wait],
          text: p.reports.dayWait(date, clockTime(wait)),
        }))}
      />
    </>
  )
}

type Day = CallReport['days'][number]
type User = CallReport['users'][number]

interface Counts {
  calls: number
  answered: number
  missed: number
  average_wait: number
  longest_wait: number
  talk_time: number
}

const column = <Item,>(heading: string, cell: (item: Item) => string | number): Column<Item> => ({
  heading,
  labelled: true,
  cell,
})

const countColumns = (): Column<Counts>[] => [
  column(p.reports.calls, ({ calls }) => calls),
  column(p.reports.answered, ({ answered }) => answered),
  column(p.reports.missed, ({ missed }) => missed),
  column(p.reports.averageWait, (one) => clockTime(one.average_wait)),
  column(p.reports.longestWait, (one) => clockTime(one.longest_wait)),
  column(p.reports.talkTime, (one) => clockTime(one.talk_time)),
]

function Tables({ report: { days, total, users, trunks, queues } }: { report: CallReport }) {
  const texts = p.reports
  const empty = { title: texts.none }
  const byDay = [{ ...total, date: texts.total }, ...days.toReversed()]
  const name = (one: { name: string }) => one.name || texts.gone
  return (
    <>
      <ResourceList
        frame={Card}
        resource={{
          ...{ title: texts.total, items: byDay, empty },
          idOf: ({ date }) => date,
          nameOf: ({ date }) => date,
          columns: [
            { heading: texts.day, cell: ({ date }) => date },
            ...countColumns(),
            column<Day>(texts.inbound, ({ inbound }) => inbound),
            column<Day>(texts.outbound, ({ outbound }) => outbound),
            column<Day>(texts.internal, ({ internal }) => internal),
          ],
        }}
      />
      <ResourceList
        frame={Card}
        resource={{
          ...{ title: texts.byPerson, items: users, empty },
          idOf: ({ user_id: id }) => id,
          nameOf: name,
          columns: [
            { heading: texts.person, cell: name },
            column<User>(texts.made, ({ made }) => made),
            column<User>(texts.answered, ({ answered }) => answered),
            column<User>(texts.missed, ({ missed }) => missed),
            column<User>(texts.talkTime, (one) => clockTime(one.talk_time)),
          ],
        }}
      />
      <ResourceList
        frame={Card}
        resource={{
          ...{ title: texts.byTrunk, items: trunks, empty },
          idOf: ({ trunk_id: id }) => id,
          nameOf: name,
          columns: [{ heading: texts.trunk, cell: name }, ...countColumns()],
        }}
      />
      <ResourceList
        frame={Card}
        resource={{
          ...{ title: texts.byQueue, items: queues, empty },
          idOf: ({ queue_id: id }) => id,
          nameOf: name,
          columns: [{ heading: texts.queue, cell: name }, ...countColumns()],
        }}
      />
    </>
  )
}
