import { ApiError } from '@switchboard/client'
import type { FaxMessage } from '@switchboard/client/telephony'
import { useQuery } from '@tanstack/react-query'
import {
  ArrowLeft,
  Circle,
  CircleAlert,
  CircleCheck,
  CircleDot,
  Download,
  Mail,
  MailOpen,
  Send,
  Trash2,
} from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { isMissing } from '../../api/server-mode.ts'
import { p } from '../../texts/portal-texts.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { LinkTabs } from '../../ui/link-tabs.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Pager } from '../../ui/pager.tsx'
import { saveBlob } from '../../ui/save-blob.ts'
import { Card, SectionPage } from '../../ui/section-page.tsx'
import { showNumber } from '../../ui/show-number.ts'
import { showToast } from '../../ui/toast.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import { linkTo, openPortalPath } from '../shell/portal-path.ts'
import { useUnreadFaxes } from '../shell/use-unread.ts'
import { FaxList } from './fax-list.tsx'
import { otherParty } from './fax-parties.ts'
import { FaxSettings } from './fax-settings.tsx'
import styles from './faxes.module.css'
import { SendFaxDialog } from './send-fax-dialog.tsx'

/** /portal/faxes, /portal/faxes/sent, /portal/faxes/settings, /portal/faxes/<fax> */
export function FaxesPage({ path: [place] }: { path: readonly string[] }) {
  const [sending, setSending] = useState(false)
  const unread = useUnreadFaxes().data?.total ?? 0
  const isList = place === undefined || place === 'sent' || place === 'settings'
  if (!isList) return <FaxView key={place} id={place} />
  return (
    <SectionPage
      title={p.shell.sections.faxes}
      actions={
        <Button look="primary" icon={<Send />} onClick={() => setSending(true)}>
          {p.faxes.send}
        </Button>
      }
    >
      <LinkTabs
        label={p.faxes.pagesLabel}
        tabs={[
          { label: p.faxes.received, current: place === undefined, link: linkTo('faxes'), count: unread },
          { label: p.faxes.sent, current: place === 'sent', link: linkTo('faxes', 'sent') },
          { label: p.faxes.settings, current: place === 'settings', link: linkTo('faxes', 'settings') },
        ]}
      />
      {isMissing('fax') && <Notice look="warning">{p.faxes.noPrograms}</Notice>}
      {place === undefined && <FaxList key="inbound" direction="inbound" />}
      {place === 'sent' && <FaxList key="outbound" direction="outbound" />}
      {place === 'settings' && <FaxSettings />}
      {sending && <SendFaxDialog onClose={() => setSending(false)} />}
    </SectionPage>
  )
}

/** One fax: its details and its pages. Opening it marks it as read. */
function FaxView({ id }: { id: string }) {
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

/** One page of the document at a time, as a picture that the server makes. */
function FaxPages({ fileId, pages }: { fileId: string; pages: number }) {
  const { client } = usePortal()
  const [page, setPage] = useState(1)
  const picture = useQuery({
    queryKey: portalKeys.faxPage(fileId, page),
    queryFn: ({ signal }) => {
      const wanted = { file_id: fileId, page }
      return client.call('POST /conversion/files/{file_id}/representation', wanted, undefined, { signal })
    },
  })
  return (
    <>
      <Pager page={page} pages={pages} onTurn={setPage} />
      <div className={styles.paper}>
        {picture.data && <img src={picture.data.base64} alt={p.faxes.pageAlt(page, pages)} />}
        {!picture.data && picture.isFetching && <LoadingState label={p.faxes.loadingPage} />}
        {!picture.data && picture.error !== null && (
          <ErrorState error={picture.error} onRetry={picture.refetch} />
        )}
      </div>
    </>
  )
}

/** The actions for a fax. Only the owner can delete it. */
function FaxActions({ fax }: { fax: FaxMessage }) {
  const { client, mayManage } = usePortal()
  const [busy, setBusy] = useState(false)
  const [deleting, setDeleting] = useState(false)
  const which = { fax_id: fax.id }

  async function work(task: () => Promise<unknown>) {
    setBusy(true)
    await task().catch((error) => showToast(messageOf(error), 'danger'))
    setBusy(false)
  }
  async function remove() {
    await client.call('DELETE /fax/messages/{fax_id}', which)
    showToast(p.faxes.faxDeleted)
    openPortalPath('faxes', ...(fax.direction === 'outbound' ? ['sent'] : []))
  }
  return (
    <>
      <Button
        icon={<Download />}
        busy={busy}
        onClick={() =>
          void work(async () =>
            saveBlob(
              await client.download('GET /fax/messages/{fax_id}/file', { fax_id: fax.id }),
              `fax-${fax.id}.pdf`,
            ),
          )
        }
      >
        {p.faxes.downloadPdf}
      </Button>
      {fax.direction === 'inbound' && (
        <Button
          icon={fax.is_read ? <Mail /> : <MailOpen />}
          onClick={() =>
            void work(() => client.call('PATCH /fax/messages/{fax_id}', which, { is_read: !fax.is_read }))
          }
        >
          {fax.is_read ? p.faxes.markUnread : p.faxes.markRead}
        </Button>
      )}
      {mayManage && (
        <Button icon={<Trash2 />} onClick={() => setDeleting(true)}>
          {p.faxes.deleteFax}
        </Button>
      )}
      {deleting && (
        <ConfirmDialog
          title={p.faxes.deleteFax}
          confirm={p.faxes.deleteFax}
          onConfirm={remove}
          onClose={() => setDeleting(false)}
        >
          {p.faxes.deleteFaxText}
        </ConfirmDialog>
      )}
    </>
  )
}

const way = ['queued', 'media.processed', 'sending', 'delivered'] as const

/** The progress of an outbound fax, updated by events. */
function FaxProgress({ fax }: { fax: FaxMessage }) {
  const { status, error } = fax
  const failed = status === 'failed'
  const steps: readonly FaxMessage['status'][] = failed ? [...way.slice(0, 3), 'failed'] : way
  const at = steps.indexOf(status)
  return (
    <Card title={p.faxes.progress}>
      <ol className={styles.steps} aria-label={p.faxes.stepsLabel}>
        {steps.map((step, index) => {
          const isDone = index < at || status === 'delivered'
          const isNow = index === at && !isDone
          const Icon = isDone ? CircleCheck : isNow && failed ? CircleAlert : isNow ? CircleDot : Circle
          return (
            <li
              key={step}
              className={classNames(isDone && styles.done, isNow && (failed ? styles.failed : styles.now))}
              aria-current={index === at ? 'step' : undefined}
            >
              <Icon aria-hidden="true" />
              {p.faxes.statuses[step]}
              {isDone && <span className="visually-hidden"> ({p.faxes.stepDone})</span>}
            </li>
          )
        })}
      </ol>
      <p className="visually-hidden" role="status">
        {p.faxes.statuses[status]}
      </p>
      {error && <Notice look={failed ? 'danger' : 'warning'}>{error}</Notice>}
    </Card>
  )
}
