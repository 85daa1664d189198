import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { callChat } from '../../api/chat-api.ts'
import { chatKeys } from '../../chat/state/chat-keys.ts'
import { ResourceList } from '../../resource/resource-list.tsx'
import { o } from '../../texts/organization-texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, SectionPage } from '../../ui/section-page.tsx'
import { ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { ChecksCard } from './checks-card.tsx'
import { MailCard, PhonesCard, SoftwareCard, StorageCard } from './server-cards.tsx'
import type { ServerStatus } from './server-status.ts'
import { Time } from './time.tsx'

/** What an operator wants to know of the installation. */
export function ServerTab() {
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: chatKeys.serverStatus,
    queryFn: ({ signal }) => callChat('GET /server/status', {}, { signal }),
  })
  return (
    <SectionPage
      title={o.server.title}
      intro={o.server.intro}
      actions={
        <Button icon={<RefreshCw />} busy={isFetching} onClick={() => void refetch()}>
          {o.server.reload}
        </Button>
      }
    >
      {error !== null && <ErrorState error={error} onRetry={refetch} />}
      {error === null && !data && <LoadingState />}
      {error === null && data && (
        <>
          <ChecksCard />
          <SoftwareCard status={data} />
          <Nodes nodes={data.nodes} />
          <Outbox outbox={data.outbox} />
          <StorageCard status={data} />
          <MailCard mail={data.mail} />
          <PhonesCard status={data} />
          <Directories directories={data.directories} />
        </>
      )}
    </SectionPage>
  )
}

function Nodes({ nodes }: Pick<ServerStatus, 'nodes'>) {
  const texts = o.server
  return (
    <ResourceList
      frame={Card}
      resource={{
        ...{ title: texts.nodes, items: nodes, empty: { title: texts.nothing } },
        idOf: ({ host, since }) => `${host} ${since}`,
        nameOf: ({ host }) => host,
        columns: [
          {
            heading: texts.node,
            cell: ({ host, is_this: isThis }) => `${host || texts.unknown} ${isThis ? texts.thisNode : ''}`,
          },
          { heading: texts.version, labelled: true, cell: ({ version }) => version || texts.unknown },
          { heading: texts.since, labelled: true, cell: ({ since }) => <Time at={since} /> },
          {
            heading: texts.leads,
            labelled: true,
            cell: ({ leads }) => leads.map((product) => texts.products[product]).join(', ') || texts.nothing,
          },
        ],
      }}
    />
  )
}

function Outbox({ outbox }: Pick<ServerStatus, 'outbox'>) {
  const texts = o.server
  return (
    <ResourceList
      frame={Card}
      resource={{
        ...{ title: texts.outbox, intro: texts.outboxIntro, items: outbox },
        empty: { title: texts.outboxEmpty },
        idOf: ({ product, kind }) => `${product} ${kind}`,
        nameOf: ({ kind }) => kind,
        columns: [
          { heading: texts.kind, cell: ({ kind }) => kind },
          { heading: texts.product, labelled: true, cell: ({ product }) => texts.products[product] },
          { heading: texts.waiting, labelled: true, cell: ({ waiting }) => waiting },
          {
            heading: texts.failing,
            labelled: true,
            cell: ({ failing }) => (failing > 0 ? <Badge look="warning">{failing}</Badge> : 0),
          },
          {
            heading: texts.failed,
            labelled: true,
            cell: ({ failed }) => (failed > 0 ? <Badge look="danger">{failed}</Badge> : 0),
          },
          { heading: texts.oldest, labelled: true, cell: ({ oldest }) => <Time at={oldest} none="" /> },
        ],
      }}
    />
  )
}

function Directories({ directories }: Pick<ServerStatus, 'directories'>) {
  const texts = o.server
  return (
    <ResourceList
      frame={Card}
      resource={{
        ...{ title: texts.directories, items: directories, empty: { title: texts.noDirectories } },
        idOf: ({ organization, directory }) => `${organization} ${directory}`,
        nameOf: ({ organization }) => organization,
        columns: [
          { heading: texts.organization, cell: ({ organization }) => organization },
          {
            heading: texts.directory,
            labelled: true,
            cell: ({ directory }) => (directory === 'ldap' ? 'LDAP' : 'SCIM'),
          },
          { heading: texts.lastSync, labelled: true, cell: ({ last }) => <Time at={last} /> },
          {
            heading: texts.state,
            wide: true,
            cell: ({ problem }) => (problem === null ? texts.good : <Badge look="danger">{problem}</Badge>),
          },
        ],
      }}
    />
  )
}
