import { useEffect, useRef } from 'react'
import type { Instance } from '../../../generated/telephony-api.ts'
import { p } from '../../texts/portal-texts.ts'
import { CopiedValue } from '../../ui/copied-value.tsx'
import { Card } from '../../ui/section-page.tsx'
import { Fact, FactList } from '../shell/fact-list.tsx'
import { linkTo } from '../shell/portal-path.ts'
import styles from './locations.module.css'

interface InstanceCardProps {
  instance: Instance
  name: string
  /** The address names this instance. */
  chosen: boolean
}

export function InstanceCard({ instance, name, chosen }: InstanceCardProps) {
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
      <Card title={name} actions={<a {...linkTo('extensions', instance.uuid)}>{p.locations.toExtensions}</a>}>
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
