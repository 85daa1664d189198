import type { Instance } from '@switchboard/client/telephony'
import { useQuery } from '@tanstack/react-query'
import { Server } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { isMissing } from '../../api/server-mode.ts'
import { p } from '../../texts/portal-texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { CopiedValue } from '../../ui/copy-button.tsx'
import { Card, SectionPage } from '../../ui/section-page.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { Fact, FactList } from '../shell/fact-list.tsx'
import { NoSipNotice } from '../shell/no-sip-notice.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import { linkTo } from '../shell/portal-path.ts'
import styles from './locations.module.css'

/** The PBX instances with what phones and programs need to reach them. An id in the address marks one. */
export function InstancesPage({ path }: { path: readonly string[] }) {
  const { client } = usePortal()
  const loaded = useQuery({
    queryKey: portalKeys.instances.located,
    queryFn: async ({ signal }) => {
      const [instances, locations] = await Promise.all([
        client.call('GET /instances', {}, undefined, { signal }),
        client.call('GET /company/locations', {}, undefined, { signal }),
      ])
      return instances.map((instance) => ({
        instance,
        location: locations.find(({ pbx_id: id }) => id === instance.uuid),
      }))
    },
  })
  return (
    <SectionPage title={p.locations.instances} intro={p.locations.instancesIntro}>
      <NoSipNotice />
      {loaded.error !== null && <ErrorState error={loaded.error} onRetry={loaded.refetch} />}
      {loaded.isFetching && !loaded.data && <LoadingState />}
      {loaded.data?.length === 0 && (
        <EmptyState icon={<Server />} title={p.locations.noInstances}>
          {p.locations.noInstancesHint}
        </EmptyState>
      )}
      {loaded.data?.map(({ instance, location }) => (
        <InstanceCard
          key={instance.uuid}
          instance={instance}
          name={location?.name ?? instance.hostname}
          chosen={path[0] === instance.uuid}
        />
      ))}
    </SectionPage>
  )
}

interface InstanceCardProps {
  instance: Instance
  name: string
  /** The address names this instance. */
  chosen: boolean
}

function InstanceCard({ instance, name, chosen }: InstanceCardProps) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (chosen) place.current?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
  const labels = p.locations.technical
  const facts: [label: string, value: string][] = [
    [labels.uuid, instance.uuid],
    [labels.realm, instance.internal_domain],
    [labels.server, instance.external_domain],
    [labels.fqdn, instance.fqdn],
    [labels.hostname, instance.hostname],
    [labels.ip, instance.ip],
    [labels.proxy, instance.proxy_ip],
    [labels.driver, instance.channel_driver],
    [labels.accountcode, instance.accountcode],
    [labels.id, instance._id],
  ]
  return (
    <div ref={place} className={chosen ? styles.chosen : undefined}>
      <Card
        title={name}
        actions={
          <span className={styles.row}>
            <InstanceStatus uuid={instance.uuid} />
            <a {...linkTo('extensions', instance.uuid)}>{p.locations.toExtensions}</a>
          </span>
        }
      >
        <FactList>
          {facts.map(([label, value]) => (
            <Fact key={label} label={label}>
              <CopiedValue label={label} value={value} />
            </Fact>
          ))}
        </FactList>
      </Card>
    </div>
  )
}

/** Whether the instance responds, asked again every minute. */
function InstanceStatus({ uuid }: { uuid: string }) {
  const { client } = usePortal()
  const { data } = useQuery({
    refetchInterval: 60_000,
    queryKey: portalKeys.instances.status(uuid),
    queryFn: ({ signal }) =>
      client.call('GET /instances/{instance_uuid}/status', { instance_uuid: uuid }, undefined, { signal }),
  })
  if (isMissing('sip')) return <Badge look="danger">{p.locations.noSip}</Badge>
  if (!data) return null
  if (!data.reachable) return <Badge look="danger">{`${p.locations.unreachable}: ${data.detail}`}</Badge>
  return (
    <>
      <Badge look="success">{p.locations.reachable}</Badge>
      {data.warnings.map((warning) => (
        <Badge key={warning} look="warning">
          {warning}
        </Badge>
      ))}
    </>
  )
}
