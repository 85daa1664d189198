import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { ApiError } from '../../../../packages/client/src/api-error.ts'
import type { FaxMessage } from '../../../../packages/client/src/generated/telephony-api.ts'
import { p } from '../../texts/portal-texts.ts'
import { DateTime } from '../../ui/date-time.tsx'
import { Card, SectionPage } from '../../ui/section-page.tsx'
import { showNumber } from '../../ui/show-number.ts'
import { EmptyState, ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import { linkTo } from '../shell/portal-path.ts'
import { FaxActions } from './fax-actions.tsx'
import { FaxPages } from './fax-pages.tsx'
import { otherParty } from './fax-parties.ts'
import { FaxProgress } from './fax-progress.tsx'
import styles from './faxes.module.css'

/** One fax: its details and its pages. Opening it marks it as read. */
export function FaxView({ id }: { id: string }) {
  const { client } = usePortal()
  const loaded = useQuery({
    queryKey: portalKeys.faxes.one(id),
    queryFn: ({ signal }) => client.call('GET /fax/messages/{fax_id}', { fax_id: id }, undefined, { signal }),
  })
  const fax = loaded.data
  const opened = useRef(false)
  useEffect(() => {
    if (!fax || opened.current) return
    opened.current = true
    // Users with read-only access leave it unread.
    if (!fax.is_read)
      client.call('PATCH /fax/messages/{fax_id}', { fax_id: fax.id }, { is_read: true }).catch(() => {})
  }, [fax, client])

  const isGone = loaded.error instanceof ApiError && loaded.error.status === 404
  if (isGone)
    return (
      <SectionPage title={p.faxes.noSuchFax}>
        <BackLink />
        <EmptyState title={p.faxes.noSuchFax}>{p.faxes.noSuchFaxHint}</EmptyState>
      </SectionPage>
    )
  if (!fax)
    return loaded.error === null ? (
      <LoadingState />
    ) : (
      <ErrorState error={loaded.error} onRetry={loaded.refetch} />
    )
  const title = fax.direction === 'inbound' ? p.faxes.titleFrom : p.faxes.titleTo
  return (
    <SectionPage title={title(otherParty(fax))} actions={<FaxActions fax={fax} />}>
      <BackLink />
      <div className={styles.columns}>
        <Card title={p.faxes.document}>
          <FaxPages fileId={fax.file.id} pages={fax.pages} />
        </Card>
        <div className={styles.side}>
          {fax.direction === 'outbound' && <FaxProgress fax={fax} />}
          <Card>
            <Facts fax={fax} />
          </Card>
        </div>
      </div>
    </SectionPage>
  )
}

function BackLink() {
  return (
    <a {...linkTo('faxes')} className={styles.back}>
      <ArrowLeft aria-hidden="true" />
      {p.shell.sections.faxes}
    </a>
  )
}

function Facts({ fax }: { fax: FaxMessage }) {
  const facts = [
    [p.faxes.from, [fax.from_name, showNumber(fax.from)].filter(Boolean).join(' · ')],
    [p.faxes.to, [fax.to_name, showNumber(fax.to)].filter(Boolean).join(' · ')],
    [p.faxes.time, <DateTime key="time" at={fax.created_at} />],
    [p.faxes.pages, fax.pages],
    ...(fax.subject ? [[p.faxes.subject, fax.subject] as const] : []),
  ] as const
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
