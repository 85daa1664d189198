import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type ChatOutput, callChat } from '../../api/chat-api.ts'
import { chatKeys } from '../../chat/state/chat-keys.ts'
import { useChat } from '../../chat/state/workspace.ts'
import { ResourceList } from '../../resource/resource-list.tsx'
import { o } from '../../texts/organization-texts.ts'
import { DayChart } from '../../ui/day-chart.tsx'
import { SelectField } from '../../ui/field.tsx'
import { formatSize } from '../../ui/format-size.ts'
import { Card, SectionPage } from '../../ui/section-page.tsx'
import { ErrorState, LoadingState } from '../../ui/view-states.tsx'
import styles from '../organization-forms.module.css'

type Statistics = Omit<ChatOutput<'GET /realm/statistics'>, 'result' | 'msg'>

const periods = [7, 30, 90, 365] as const

/** How much is written, by how many people, where, and how much is stored. */
export function StatisticsTab() {
  const texts = o.statistics
  const [days, setDays] = useState(30)
  const { data, error, refetch } = useQuery({
    queryKey: chatKeys.statistics(days),
    queryFn: ({ signal }) => callChat('GET /realm/statistics', { days }, { signal }),
  })
  return (
    <SectionPage
      title={texts.title}
      intro={texts.intro}
      actions={<a href="/portal/reports">{texts.calls}</a>}
    >
      <div className={styles.narrow}>
        <SelectField
          label={texts.period}
          value={String(days)}
          onChange={({ target }) => setDays(Number(target.value))}
        >
          {periods.map((period) => (
            <option key={period} value={period}>
              {texts.lastDays(period)}
            </option>
          ))}
        </SelectField>
      </div>
      {error !== null && <ErrorState error={error} onRetry={refetch} />}
      {error === null && !data && <LoadingState />}
      {error === null && data && (
        <>
          <Days days={data.days} />
          <People people={data.people} />
          <Streams streams={data.streams} />
          <Storage storage={data.storage} />
        </>
      )}
    </SectionPage>
  )
}

function Days({ days }: Pick<Statistics, 'days'>) {
  const texts = o.statistics
  if (days.length === 0) {
    return (
      <Card title={texts.messages}>
        <p>{texts.noDays}</p>
      </Card>
    )
  }
  return (
    <>
      <Card title={texts.messages}>
        <DayChart
          label={texts.messagesChart}
          legend={[texts.inStreams, texts.direct]}
          days={days.map(({ date, messages, in_streams: inStreams }) => ({
            date,
            values: [inStreams, messages - inStreams],
            text: texts.dayMessages(date, inStreams, messages - inStreams),
          }))}
        />
      </Card>
      <Card title={texts.writers}>
        <DayChart
          label={texts.writersChart}
          legend={[texts.writers]}
          days={days.map(({ date, writers }) => ({
            date,
            values: [writers],
            text: texts.dayWriters(date, writers),
          }))}
        />
      </Card>
    </>
  )
}

function People({ people }: Pick<Statistics, 'people'>) {
  const texts = o.statistics
  const items = [
    { name: texts.accounts, count: people.accounts },
    { name: texts.seenDay, count: people.seen_day },
    { name: texts.seenWeek, count: people.seen_week },
    { name: texts.seenMonth, count: people.seen_month },
  ]
  return (
    <ResourceList
      frame={Card}
      resource={{
        ...{ title: texts.people, intro: texts.peopleIntro, items, empty: { title: texts.none } },
        idOf: ({ name }) => name,
        nameOf: ({ name }) => name,
        columns: [
          { heading: texts.who, cell: ({ name }) => name },
          { heading: texts.count, labelled: true, cell: ({ count }) => count },
        ],
      }}
    />
  )
}

function Streams({ streams }: Pick<Statistics, 'streams'>) {
  const texts = o.statistics
  const known = useChat((state) => state.streams)
  return (
    <ResourceList
      frame={Card}
      resource={{
        ...{ title: texts.byStream, items: streams, empty: { title: texts.none } },
        idOf: ({ stream_id: id }) => id,
        nameOf: ({ stream_id: id }) => known.get(id)?.name ?? texts.archived,
        columns: [
          { heading: texts.stream, cell: ({ stream_id: id }) => known.get(id)?.name ?? texts.archived },
          { heading: texts.messages, labelled: true, cell: ({ messages }) => messages },
        ],
      }}
    />
  )
}

function Storage({ storage }: Pick<Statistics, 'storage'>) {
  const texts = o.statistics
  const total = { kind: 'total' as const, files: 0, bytes: 0 }
  for (const { files, bytes } of storage) {
    total.files += files
    total.bytes += bytes
  }
  return (
    <ResourceList
      frame={Card}
      resource={{
        ...{ title: texts.storage, items: storage.length > 0 ? [...storage, total] : [] },
        empty: { title: texts.noFiles },
        idOf: ({ kind }) => kind,
        nameOf: ({ kind }) => texts.kinds[kind],
        columns: [
          { heading: texts.kind, cell: ({ kind }) => texts.kinds[kind] },
          { heading: texts.files, labelled: true, cell: ({ files }) => files },
          { heading: texts.size, labelled: true, cell: ({ bytes }) => formatSize(bytes) },
        ],
      }}
    />
  )
}
