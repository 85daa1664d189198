import type { Queue, QueueAgent, QueueBoard } from '@switchboard/client/telephony'
import { useQueries, useQuery } from '@tanstack/react-query'
import { LogIn, LogOut } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Resource } from '../../resource/resource.ts'
import { ResourceList } from '../../resource/resource-list.tsx'
import { p } from '../../texts/portal-texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card, SectionPage } from '../../ui/section-page.tsx'
import { showNumber } from '../../ui/show-number.ts'
import { clockTime } from '../../ui/times.ts'
import { EmptyState, ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { NoSipNotice } from '../shell/no-sip-notice.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'

const looks: Partial<Record<QueueAgent['state'], 'success' | 'warning' | 'danger' | 'accent'>> = {
  available: 'success',
  ringing: 'accent',
  in_call: 'danger',
  wrap_up: 'warning',
  do_not_disturb: 'danger',
}

/** /portal/queues: who waits, and who takes calls, as it is now. */
export function QueuesPage() {
  const { client, mayManage } = usePortal()
  const instances = useQuery({
    queryKey: portalKeys.instances.list,
    queryFn: ({ signal }) => client.call('GET /instances', {}, undefined, { signal }),
  })
  const lists = useQueries({
    queries: (instances.data ?? []).map(({ uuid }) => ({
      queryKey: portalKeys.routing.list('queues', uuid),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        client.call(
          'GET /instances/{instance_uuid}/queues',
          { instance_uuid: uuid, page_size: 1000 },
          undefined,
          {
            signal,
          },
        ),
    })),
  })
  const queues = lists.flatMap(({ data }) => data ?? [])
  const isLoaded = instances.data !== undefined && lists.every(({ data }) => data !== undefined)
  return (
    <SectionPage title={p.queues.title} intro={p.queues.intro}>
      <NoSipNotice />
      {instances.error !== null && <ErrorState error={instances.error} onRetry={instances.refetch} />}
      {!isLoaded && <LoadingState />}
      {isLoaded && queues.length === 0 && (
        <EmptyState title={p.queues.none}>{mayManage && p.queues.noneHint}</EmptyState>
      )}
      {queues.map((queue) => (
        <QueueCards key={queue.id} queue={queue} />
      ))}
    </SectionPage>
  )
}

/** Nothing, if the person is no agent of the queue. */
function QueueCards({ queue }: { queue: Queue }) {
  const { client, mayManage } = usePortal()
  const at = { instance_uuid: queue.pbx, queue_id: queue.id }
  const board = useQuery({
    queryKey: portalKeys.queues.board(queue.id),
    retry: false,
    queryFn: ({ signal }) =>
      client.call('GET /instances/{instance_uuid}/queues/{queue_id}/board', at, undefined, { signal }),
  })
  if (!board.data) return null
  return (
    <>
      <LineCard queue={queue} waiting={board.data.waiting} />
      <AgentsCard queue={queue} agents={board.data.agents} />
      {mayManage && <StatisticsCard queue={queue} />}
    </>
  )
}

type Waiting = QueueBoard['waiting'][number]

function LineCard({ queue, waiting }: { queue: Queue; waiting: Waiting[] }) {
  const resource: Resource<Waiting> = {
    title: p.queues.line(queue.number, queue.name),
    items: waiting,
    idOf: ({ position }) => position,
    nameOf: ({ name }) => name,
    empty: { title: p.queues.nobody },
    columns: [
      { heading: p.queues.position, labelled: true, cell: ({ position }) => position },
      {
        heading: p.queues.caller,
        cell: ({ name, number }) =>
          name === number || name === '' ? showNumber(number) : `${name} (${showNumber(number)})`,
      },
      {
        heading: p.queues.waits,
        labelled: true,
        cell: ({ entered_at: since }) => <Elapsed since={since} />,
      },
      {
        heading: p.queues.callback,
        cell: ({ is_callback: isCallback }) => isCallback && <Badge>{p.queues.callback}</Badge>,
      },
    ],
  }
  return <ResourceList resource={resource} frame={Card} />
}

/** How long ago it was, second by second. */
function Elapsed({ since }: { since: string }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return <>{clockTime(Math.max(0, Math.round((now - Date.parse(since)) / 1000)))}</>
}

/** The agents. Managers sign them in and out, everybody else themselves. */
function AgentsCard({ queue, agents }: { queue: Queue; agents: QueueAgent[] }) {
  const { client, mayManage, user } = usePortal()
  const resource: Resource<QueueAgent> = {
    title: p.queues.agents(queue.name),
    items: agents,
    idOf: ({ extension_id: id }) => id,
    nameOf: ({ name }) => name,
    empty: { title: p.queues.noAgents },
    columns: [
      { heading: p.routing.number, cell: ({ number }) => number },
      { heading: p.routing.name, cell: ({ name }) => name },
      {
        heading: p.queues.state,
        cell: ({ state }) => <Badge look={looks[state] ?? 'plain'}>{p.queues.states[state]}</Badge>,
      },
      { heading: p.queues.calls, labelled: true, cell: ({ calls }) => calls },
    ],
    actions: ({ number, name, signed_in: isSignedIn, user_id: userId }) =>
      mayManage || userId === user.id
        ? [
            [
              {
                label: isSignedIn ? p.queues.signOut(name) : p.queues.signIn(name),
                icon: isSignedIn ? <LogOut /> : <LogIn />,
                onChoose: () =>
                  client.call(
                    'PUT /instances/{instance_uuid}/queues/{queue_id}/agents/{agent_number}',
                    { instance_uuid: queue.pbx, queue_id: queue.id, agent_number: String(number) },
                    { signed_in: !isSignedIn },
                  ),
              },
            ],
          ]
        : [],
  }
  return <ResourceList resource={resource} frame={Card} />
}

/** The last seven days. */
function StatisticsCard({ queue }: { queue: Queue }) {
  const { client } = usePortal()
  const input = {
    instance_uuid: queue.pbx,
    queue_id: queue.id,
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  }
  const { data } = useQuery({
    queryKey: portalKeys.queues.statistics(queue.id),
    queryFn: ({ signal }) =>
      client.call('GET /instances/{instance_uuid}/queues/{queue_id}/statistics', input, undefined, {
        signal,
      }),
  })
  if (!data) return null
  const rows = [...data.days].reverse().concat({ date: p.queues.total, ...data.total })
  const resource: Resource<(typeof rows)[number]> = {
    title: p.queues.statistics(queue.name),
    items: rows,
    idOf: ({ date }) => date,
    nameOf: ({ date }) => date,
    empty: { title: p.queues.nobody },
    columns: [
      { heading: p.queues.day, cell: ({ date }) => date },
      { heading: p.queues.calls, labelled: true, cell: ({ calls }) => calls },
      { heading: p.queues.answered, labelled: true, cell: ({ answered }) => answered },
      { heading: p.queues.abandoned, labelled: true, cell: ({ abandoned }) => abandoned },
      { heading: p.queues.averageWait, labelled: true, cell: (one) => clockTime(one.average_wait) },
      { heading: p.queues.longestWait, labelled: true, cell: (one) => clockTime(one.longest_wait) },
      {
        heading: p.queues.serviceLevel(queue.service_level),
        labelled: true,
        cell: ({ service_level: level }) => (level === null ? '–' : `${Math.round(level * 100)} %`),
      },
    ],
  }
  return <ResourceList resource={resource} frame={Card} />
}
