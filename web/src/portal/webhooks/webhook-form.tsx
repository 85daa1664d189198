import type { NewWebhook, Webhook } from '@switchboard/client/telephony'
import type { TelephonyClient } from '../../api/telephony-api.ts'
import type { ResourceForm } from '../../resource/resource.ts'
import { type Draft, useShown } from '../../resource/use-draft.ts'
import { p } from '../../texts/portal-texts.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { CheckField, TextField } from '../../ui/field.tsx'
import { ALL_EVENTS, webhookEvents } from './webhook-events.ts'
import styles from './webhooks.module.css'

/** The secret is known when the webhook has just been created. */
export type ShownWebhook = Webhook & { signing_secret?: string }

/** Only changes are sent: sending `enabled` would clear the server's reason for disabling it. */
export const webhookForm = (client: TelephonyClient): ResourceForm<ShownWebhook, NewWebhook> => ({
  title: (webhook) => (webhook ? p.webhooks.editTitle : p.webhooks.newTitle),
  fields: [
    {
      at: '/url',
      label: p.webhooks.url,
      hint: p.webhooks.urlHint,
      type: 'url',
      required: true,
      spellCheck: false,
    },
    { at: '/description', label: p.webhooks.description },
    { kind: 'other', key: 'events', render: (draft) => <EventChoice draft={draft} /> },
    { kind: 'check', at: '/enabled', label: p.webhooks.enabled, hint: p.webhooks.enabledHint },
  ],
  isReady: (draft) => draft.value('/events').length > 0,
  saved: null,
  create: {
    fresh: { url: '', description: '', events: [ALL_EVENTS], enabled: true },
    save: (webhook) => client.call('POST /webhooks', {}, webhook),
    next: 'secret',
  },
  change: {
    storedOf: (webhook) => webhook,
    save: ({ id }, patch) => client.call('PATCH /webhooks/{webhook_id}', { webhook_id: id }, patch),
  },
})

/** All events, or some of them. */
function EventChoice({ draft }: { draft: Draft<NewWebhook> }) {
  useShown(draft, '/events')
  const events = draft.value('/events')
  const error = draft.faultAt('/events')
  const all = events.includes(ALL_EVENTS)
  const choose = (chosen: string[]) => draft.set('/events', chosen)
  return (
    <fieldset className={styles.events}>
      <legend>{p.webhooks.chosenEvents}</legend>
      <CheckField
        label={p.webhooks.allEvents}
        hint={p.webhooks.allEventsHint}
        checked={all}
        onChange={(event) => choose(event.target.checked ? [ALL_EVENTS] : [])}
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
              choose(event.target.checked ? [...events, name] : events.filter((other) => other !== name))
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

/** The only time the secret is shown: the server never returns it again. */
export function WebhookSecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Dialog
      title={p.webhooks.secretTitle}
      onClose={onClose}
      actions={
        <Button look="primary" onClick={onClose}>
          {p.webhooks.secretKept}
        </Button>
      }
    >
      <p>{p.webhooks.secretText}</p>
      <TextField label={p.webhooks.secretLabel} readOnly value={secret} />
      <div>
        <CopyButton text={secret} />
      </div>
    </Dialog>
  )
}
