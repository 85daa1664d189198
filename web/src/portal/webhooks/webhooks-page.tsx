import { ApiError } from '@switchboard/client'
import type { NewWebhook, Webhook } from '@switchboard/client/telephony'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  ArrowLeft,
  Ellipsis,
  KeyRound,
  Pause,
  Pencil,
  Play,
  Plus,
  Send,
  Trash2,
  Webhook as WebhookIcon,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import type { Resource } from '../../resource/resource.ts'
import { ResourceDialog } from '../../resource/resource-dialog.tsx'
import { ResourceList } from '../../resource/resource-list.tsx'
import { p } from '../../texts/portal-texts.ts'
import { t } from '../../texts/texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { CopiedValue } from '../../ui/copy-button.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Notice } from '../../ui/notice.tsx'
import { invalidate } from '../../ui/query-client.ts'
import { Card, SectionPage } from '../../ui/section-page.tsx'
import { RowLink } from '../../ui/table.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { EmptyState, ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { Fact, FactList } from '../shell/fact-list.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import { linkTo, openPortalPath } from '../shell/portal-path.ts'
import { DeliveryLog, POLL_INTERVAL_MS } from './delivery-log.tsx'
import { ALL_EVENTS, eventsText } from './webhook-events.ts'
import { type ShownWebhook, WebhookSecretDialog, webhookForm } from './webhook-form.tsx'
import styles from './webhooks.module.css'

/** /portal/webhooks, and behind it the id of one. */
export function WebhooksPage({ path: [id] }: { path: readonly string[] }) {
  return id === undefined ? <WebhookList /> : <WebhookDetail key={id} webhookId={id} />
}

function WebhookList() {
  const { client } = usePortal()
  const resource: Resource<ShownWebhook, NewWebhook> = {
    title: p.webhooks.title,
    intro: p.webhooks.intro,
    label: p.webhooks.table,
    query: useQuery({
      queryKey: portalKeys.webhooks.list,
      queryFn: ({ signal }) => client.call('GET /webhooks', {}, undefined, { signal }),
    }),
    idOf: ({ id }) => id,
    nameOf: ({ url }) => url,
    empty: { icon: <WebhookIcon />, title: p.webhooks.none, hint: p.webhooks.noneHint },
    columns: [
      {
        heading: p.webhooks.url,
        className: styles.address,
        cell: ({ id, url, description }) => (
          <>
            <RowLink {...linkTo('webhooks', id)}>{url}</RowLink>
            {description && <small>{description}</small>}
          </>
        ),
      },
      { heading: p.webhooks.state, cell: (webhook) => <WebhookState webhook={webhook} /> },
      { heading: p.webhooks.events, cell: ({ events }) => eventsText(events) },
      { heading: p.webhooks.created, cell: ({ created_at: at }) => <DateTime at={at} /> },
    ],
    create: { label: p.webhooks.add, icon: <Plus /> },
    form: webhookForm(client),
    dialogs: {
      secret: ({ item, onClose }) => (
        <WebhookSecretDialog secret={item.signing_secret ?? ''} onClose={onClose} />
      ),
    },
  }
  return <ResourceList resource={resource} />
}

function WebhookDetail({ webhookId }: { webhookId: string }) {
  const { client } = usePortal()
  const loaded = useQuery({
    queryKey: portalKeys.webhooks.one(webhookId),
    queryFn: ({ signal }) =>
      client.call('GET /webhooks/{webhook_id}', { webhook_id: webhookId }, undefined, { signal }),
    refetchInterval: POLL_INTERVAL_MS,
  })
  const toList = (
    <ButtonLink icon={<ArrowLeft />} {...linkTo('webhooks')}>
      {p.webhooks.toList}
    </ButtonLink>
  )
  if (loaded.data) return <LoadedWebhook webhook={loaded.data} toList={toList} onChanged={loaded.refetch} />
  if (loaded.error === null) return <LoadingState />
  if (loaded.error instanceof ApiError && loaded.error.status === 404)
    return <EmptyState icon={<WebhookIcon />} title={p.webhooks.notFound} action={toList} />
  return <ErrorState error={loaded.error} onRetry={loaded.refetch} />
}

function LoadedWebhook({
  webhook,
  toList,
  onChanged,
}: {
  webhook: Webhook
  toList: ReactNode
  onChanged: () => void
}) {
  const { client } = usePortal()
  const test = useSubmit()
  const queries = useQueryClient()
  async function sendTest() {
    const done = await test.run(() =>
      client.call('POST /webhooks/{webhook_id}/test', { webhook_id: webhook.id }),
    )
    if (!done) return
    void invalidate(queries, portalKeys.webhooks.deliveries(webhook.id))
    showToast(p.webhooks.testSent)
  }
  return (
    <SectionPage
      title={webhook.description || new URL(webhook.url).host}
      actions={
        <>
          {toList}
          <Button
            look="primary"
            icon={<Send />}
            busy={test.busy}
            disabled={!webhook.enabled}
            onClick={() => void sendTest()}
          >
            {p.webhooks.test}
          </Button>
          <WebhookActions webhook={webhook} onChanged={onChanged} />
        </>
      }
    >
      {test.error !== undefined && <Notice look="danger">{messageOf(test.error)}</Notice>}
      <WebhookFacts webhook={webhook} />
      <DeliveryLog webhook={webhook} />
    </SectionPage>
  )
}

function WebhookFacts({ webhook }: { webhook: Webhook }) {
  return (
    <Card title={p.webhooks.settings}>
      {webhook.disabled_reason !== '' && (
        <Notice look="danger">{p.webhooks.disabledReason(webhook.disabled_reason)}</Notice>
      )}
      {webhook.failing_since !== null && (
        <Notice look="warning">
          {p.webhooks.failingSince} <DateTime at={webhook.failing_since} />
        </Notice>
      )}
      {webhook.old_secret_until !== null && (
        <Notice>
          {p.webhooks.oldSecretUntil} <DateTime at={webhook.old_secret_until} />
        </Notice>
      )}
      <FactList>
        <Fact label={p.webhooks.url}>
          <CopiedValue label={p.webhooks.url} value={webhook.url} />
        </Fact>
        <Fact label={p.webhooks.state}>
          <WebhookState webhook={webhook} />
        </Fact>
        <Fact label={p.webhooks.created}>
          <DateTime at={webhook.created_at} />
        </Fact>
        <Fact label={p.webhooks.events}>
          {webhook.events.includes(ALL_EVENTS) ? (
            p.webhooks.allEvents
          ) : (
            <ul className={styles.chosen}>
              {webhook.events.map((name) => (
                <li key={name}>{(p.webhooks.names as Record<string, string>)[name] ?? name}</li>
              ))}
            </ul>
          )}
        </Fact>
      </FactList>
    </Card>
  )
}

/** What can be done with a webhook beside trying it out. */
function WebhookActions({ webhook, onChanged }: { webhook: Webhook; onChanged: () => void }) {
  const { client } = usePortal()
  const [open, setOpen] = useState<'edit' | 'rotate' | 'delete'>()
  const [secret, setSecret] = useState<string>()
  const close = () => setOpen(undefined)
  const id = { webhook_id: webhook.id }

  async function turn() {
    try {
      await client.call('PATCH /webhooks/{webhook_id}', id, { enabled: !webhook.enabled })
      showToast(webhook.enabled ? p.webhooks.paused : p.webhooks.resumed)
      onChanged()
    } catch (error) {
      showToast(messageOf(error), 'danger')
    }
  }
  async function rotate() {
    const { signing_secret: made } = await client.call('POST /webhooks/{webhook_id}/rotate_secret', id)
    setSecret(made)
    onChanged()
  }
  async function remove() {
    await client.call('DELETE /webhooks/{webhook_id}', id)
    showToast(p.webhooks.deleted)
    openPortalPath('webhooks')
  }
  return (
    <>
      <Menu
        label={p.webhooks.more}
        icon={<Ellipsis />}
        groups={[
          [
            { label: t.ui.edit, icon: <Pencil />, onChoose: () => setOpen('edit') },
            {
              label: webhook.enabled ? p.webhooks.pause : p.webhooks.resume,
              icon: webhook.enabled ? <Pause /> : <Play />,
              onChoose: () => void turn(),
            },
            { label: p.webhooks.rotate, icon: <KeyRound />, onChoose: () => setOpen('rotate') },
          ],
          [{ label: t.ui.delete, icon: <Trash2 />, look: 'danger', onChoose: () => setOpen('delete') }],
        ]}
      />
      {open === 'edit' && (
        <ResourceDialog
          form={webhookForm(client)}
          item={webhook}
          onClose={close}
          onSaved={() => {
            close()
            onChanged()
          }}
        />
      )}
      {open === 'rotate' && (
        <ConfirmDialog
          title={p.webhooks.rotateTitle}
          confirm={p.webhooks.rotate}
          look="primary"
          onConfirm={rotate}
          onClose={close}
        >
          {p.webhooks.rotateText}
        </ConfirmDialog>
      )}
      {open === 'delete' && (
        <ConfirmDialog
          title={p.webhooks.deleteTitle}
          confirm={t.ui.delete}
          onConfirm={remove}
          onClose={close}
        >
          {p.webhooks.deleteText(webhook.url)}
        </ConfirmDialog>
      )}
      {secret !== undefined && <WebhookSecretDialog secret={secret} onClose={() => setSecret(undefined)} />}
    </>
  )
}

function WebhookState({
  webhook: { enabled, disabled_reason: reason, failing_since: failing },
}: {
  webhook: Webhook
}) {
  if (reason !== '') return <Badge look="danger">{p.webhooks.states.disabled}</Badge>
  if (!enabled) return <Badge>{p.webhooks.states.paused}</Badge>
  if (failing !== null) return <Badge look="warning">{p.webhooks.states.failing}</Badge>
  return <Badge look="success">{p.webhooks.states.active}</Badge>
}
