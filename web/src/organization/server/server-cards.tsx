import { Fragment, type ReactNode } from 'react'
import { o } from '../../texts/organization-texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { formatSize } from '../../ui/format-size.ts'
import { Notice } from '../../ui/notice.tsx'
import { Card } from '../../ui/section-page.tsx'
import styles from './server.module.css'
import type { ServerStatus } from './server-status.ts'
import { Time } from './time.tsx'

interface StatusProps {
  status: ServerStatus
}

export function SoftwareCard({ status: { version, database, redis } }: StatusProps) {
  const texts = o.server
  return (
    <Card title={texts.software}>
      <Facts
        facts={[
          [texts.version, version],
          [texts.database, texts.databases[database]],
          ...(redis === null ? [] : [fact(texts.redis, <Reachability state={redis} />)]),
        ]}
      />
    </Card>
  )
}

const Reachability = ({ state }: { state: 'ok' | 'away' }) => (
  <Badge look={state === 'ok' ? 'success' : 'danger'}>{o.server.reachability[state]}</Badge>
)

export function StorageCard({ status: { disk, backup, file_store: files } }: StatusProps) {
  const texts = o.server
  const space = texts.diskOf(formatSize(disk.free_bytes), formatSize(disk.total_bytes))
  return (
    <Card title={texts.storage}>
      {backup?.has_failed && <Notice look="danger">{texts.backupFailed}</Notice>}
      <Facts
        facts={[
          fact(texts.disk, space),
          ...(files === null ? [] : [fact(texts.files, <Reachability state={files} />)]),
          fact(texts.backup, backup ? <Time at={backup.last} /> : texts.backupElsewhere),
          ...(backup ? [fact(texts.verified, <Time at={backup.verified} />)] : []),
          ...(backup?.bytes ? [fact(texts.size, formatSize(backup.bytes))] : []),
        ]}
      />
    </Card>
  )
}

export function MailCard({ mail }: { mail: ServerStatus['mail'] }) {
  const texts = o.server
  return (
    <Card title={texts.mail}>
      <Facts
        facts={[
          [texts.mailServer, mail.is_set_up ? texts.isSetUp : texts.notSetUp],
          ...(mail.is_known
            ? [
                fact(texts.sent, <Time at={mail.last_success} />),
                fact(texts.notSent, <Time at={mail.last_failure} />),
              ]
            : []),
        ]}
      />
      {!mail.is_known && <p className={styles.soft}>{texts.mailLeader}</p>}
    </Card>
  )
}

export function PhonesCard({ status }: StatusProps) {
  const { asterisks, trunks, has_text_carrier: hasCarrier, company_carriers: carriers } = status
  const texts = o.server
  const counted = (states: typeof trunks, names: Readonly<Record<string, string>>) =>
    states.map(({ state, count }) => `${count} ${names[state] ?? state}`).join(', ')
  return (
    <Card title={texts.phones}>
      {asterisks.length === 0 && <p className={styles.soft}>{texts.noAsterisk}</p>}
      <Facts
        facts={[
          ...asterisks.map(({ number, phone_systems: systems, state }) =>
            fact(
              texts.asterisk(number),
              <>
                {texts.phoneSystems(systems)} {state !== null && <Reachability state={state} />}
              </>,
            ),
          ),
          [texts.trunks, counted(trunks, texts.trunkStates) || texts.noTrunks],
          [texts.carrier, hasCarrier ? texts.isSetUp : texts.notSetUp],
          [texts.companyCarriers, counted(carriers, texts.carrierStates) || texts.noTrunks],
        ]}
      />
    </Card>
  )
}

type Fact = readonly [string, ReactNode]

const fact = (name: string, value: ReactNode): Fact => [name, value]

function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  )
}
