import type { NewWebhook, Webhook, WebhookPatch, WebhookWithSecret } from '@switchboard/client/telephony'
import { type FormEvent, useId, useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { faultsOf } from '../../api/telephony-api.ts'
import { p } from '../../texts/portal-texts.ts'
import { t } from '../../texts/texts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { CheckField, TextField } from '../../ui/field.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { usePortal } from '../shell/portal-context.ts'
import { ALL_EVENTS, webhookEvents } from './webhook-events.ts'
import styles from './webhooks.module.css'

interface WebhookDialogProps {
  /** Without: a new one. */
  webhook?: Webhook
  onClose: () => void
  onSaved: (webhook: Webhook | WebhookWithSecret) => void
}

export function WebhookDialog({ webhook, onClose, onSaved }: WebhookDialogProps) {
  const { client } = usePortal()
  const [url, setUrl] = useState(webhook?.url ?? '')
  const [description, setDescription] = useState(webhook?.description ?? '')
  const [events, setEvents] = useState<readonly string[]>(webhook?.events ?? [ALL_EVENTS])
  const [enabled, setEnabled] = useState(webhook?.enabled ?? true)
  const submit = useSubmit()
  const formId = useId()
  const faults = faultsOf(submit.error)
  const faultAt = (start: string) => faults.find(({ pointer }) => pointer.startsWith(start))?.detail

  async function send(event: FormEvent) {
    event.preventDefault()
    const body = { url: url.trim(), description, events: [...events], enabled }
    const saved = await submit.run(async () => {
      onSaved(
        webhook
          ? await client.call(
              'PATCH /webhooks/{webhook_id}',
              { webhook_id: webhook.id },
              changesOf(webhook, body),
            )
          : await client.call('POST /webhooks', {}, body),
      )
    })
    if (saved) onClose()
  }
  return (
    <Dialog
      title={webhook ? p.webhooks.editTitle : p.webhooks.newTitle}
      onClose={onClose}
      actions={
        <FormActions
          form={formId}
          submit={webhook ? t.ui.save : t.ui.create}
          busy={submit.busy}
          disabled={events.length === 0}
          onCancel={onClose}
        />
      }
    >
      <form id={formId} className={styles.form} noValidate onSubmit={(event) => void send(event)}>
        {submit.error !== undefined && <Notice look="danger">{messageOf(submit.error)}</Notice>}
        <TextField
          label={p.webhooks.url}
          hint={p.webhooks.urlHint}
          error={faultAt('/url')}
          type="url"
          required
          spellCheck={false}
          value={url}
          onChange={(event) => setUrl(event.target.value)}
        />
        <TextField
          label={p.webhooks.description}
          error={faultAt('/description')}
          value={description}
          onChange={(event) => setDescription(event.target.value)}
        />
        <EventChoice events={events} error={faultAt('/events')} onChange={setEvents} />
        <CheckField
          label={p.webhooks.enabled}
          hint={p.webhooks.enabledHint}
          checked={enabled}
          onChange={(event) => setEnabled(event.target.checked)}
        />
      </form>
    </Dialog>
  )
}

/** Only changes: sending `enabled` would clear the server's reason for disabling it. */
function changesOf(webhook: Webhook, body: Required<NewWebhook>): WebhookPatch {
  const isSame = (name: keyof NewWebhook) => JSON.stringify(webhook[name]) === JSON.stringify(body[name])
  return Object.fromEntries(Object.entries(body).filter(([name]) => !isSame(name as keyof NewWebhook)))
}

/** All events, or some of them. */
function EventChoice({
  events,
  error,
  onChange,
}: {
  events: readonly string[]
  error: string | undefined
  onChange: (events: readonly string[]) => void
}) {
  const all = events.includes(ALL_EVENTS)
  return (
    <fieldset className={styles.events}>
      <legend>{p.webhooks.chosenEvents}</legend>
      <CheckField
        label={p.webhooks.allEvents}
        hint={p.webhooks.allEventsHint}
        checked={all}
        onChange={(event) => onChange(event.target.checked ? [ALL_EVENTS] : [])}
      />
      {!all &&
        webhookEvents.map((name) => (
          <CheckField
            key={name}
            label={
              <>
                {p.webhooks.names[name]} <code className={styles.code}>{name}</code>
              </>
            }
            checked={events.includes(name)}
            onChange={(event) =>
              onChange(event.target.checked ? [...events, name] : events.filter((other) => other !== name))
            }
          />
        ))}
      {(error || events.length === 0) && (
        <p className={styles.error} role="status">
          {error ?? p.webhooks.nothingChosen}
        </p>
      )}
    </fieldset>
  )
}
