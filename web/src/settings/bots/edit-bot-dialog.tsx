import type { RealmBot } from '@switchboard/client/chat'
import { useId, useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { type ChatInput, callChat } from '../../api/chat-api.ts'
import { useChat } from '../../chat/state/workspace.ts'
import { sortStreams } from '../../chat/streams/sort-streams.ts'
import { t } from '../../texts/texts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { CheckField, SelectField, TextField } from '../../ui/field.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { Notice } from '../../ui/notice.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { PictureEditor } from '../profile/picture-editor.tsx'
import { usePeople } from '../profile/use-people.ts'
import { FormStack } from '../settings-section.tsx'
import { BotServiceFields } from './bot-service-fields.tsx'

export function EditBotDialog({ bot, onClose }: { bot: RealmBot; onClose: () => void }) {
  const id = useId()
  const [draft, setDraft] = useState(() => draftOf(bot))
  const people = usePeople().filter((person) => !person.is_guest)
  const { userId, isAdmin } = useChat((state) => state.me)
  const submit = useSubmit()
  const set = (part: Partial<BotDraft>) => setDraft({ ...draft, ...part })
  async function save() {
    const changes = botChanges(bot, draft)
    const done = await submit.run(() => callChat('PATCH /bots/{bot_id}', { bot_id: bot.user_id, ...changes }))
    if (!done) return
    showToast(t.ui.saved)
    onClose()
  }
  return (
    <Dialog
      title={t.bots.edit(bot.full_name)}
      onClose={onClose}
      actions={<FormActions form={id} submit={t.ui.save} busy={submit.busy} onCancel={onClose} />}
    >
      <PictureEditor
        url={bot.avatar_url}
        name={bot.full_name}
        path={`/bots/${bot.user_id}/avatar`}
        onRemove={() => callChat('DELETE /bots/{bot_id}/avatar', { bot_id: bot.user_id })}
      />
      <FormStack id={id} onSubmit={() => void save()}>
        <TextField
          label={t.bots.name}
          required
          maxLength={100}
          value={draft.fullName}
          onChange={(event) => set({ fullName: event.target.value })}
        />
        {isAdmin && (
          <SelectField
            label={t.bots.owner}
            hint={draft.ownerId !== userId ? t.bots.ownerHint : undefined}
            value={draft.ownerId}
            onChange={(event) => set({ ownerId: Number(event.target.value) })}
          >
            {people.map((person) => (
              <option key={person.user_id} value={person.user_id}>
                {person.full_name}
              </option>
            ))}
          </SelectField>
        )}
        {bot.services.length > 0 && (
          <BotServiceFields
            url={draft.payloadUrl}
            interfaceType={draft.interfaceType}
            onUrl={(payloadUrl) => set({ payloadUrl })}
            onInterface={(interfaceType) => set({ interfaceType })}
          />
        )}
        <BotStreamField
          label={t.bots.sendingStream}
          hint={t.bots.sendingStreamHint}
          value={draft.sendingStream}
          onChange={(sendingStream) => set({ sendingStream })}
        />
        <BotStreamField
          label={t.bots.eventsStream}
          hint={t.bots.eventsStreamHint}
          value={draft.eventsStream}
          onChange={(eventsStream) => set({ eventsStream })}
        />
        <CheckField
          label={t.bots.allPublic}
          checked={draft.allPublic}
          onChange={(event) => set({ allPublic: event.target.checked })}
        />
        {submit.error !== undefined && <Notice look="danger">{messageOf(submit.error)}</Notice>}
      </FormStack>
    </Dialog>
  )
}

interface BotStreamFieldProps {
  label: string
  hint: string
  /** a name; empty: none */
  value: string
  onChange: (name: string) => void
}

function BotStreamField({ label, hint, value, onChange }: BotStreamFieldProps) {
  // A bot cannot use private streams that the user is not subscribed to.
  const streams = useChat((state) =>
    [...state.streams.values()].filter(
      (stream) => !stream.invite_only || state.subscriptions.has(stream.stream_id),
    ),
  )
  const isGone = value !== '' && !streams.some((stream) => stream.name === value)
  return (
    <SelectField label={label} hint={hint} value={value} onChange={(event) => onChange(event.target.value)}>
      <option value="">{t.bots.noStream}</option>
      {isGone && <option value={value}>{value}</option>}
      {sortStreams(streams).map(({ stream_id, name }) => (
        <option key={stream_id} value={name}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}

/** The values of the bot form. */
interface BotDraft {
  fullName: string
  ownerId: number
  payloadUrl: string
  interfaceType: number
  /** names; empty: none */
  sendingStream: string
  eventsStream: string
  allPublic: boolean
}

function draftOf(bot: RealmBot): BotDraft {
  const [service] = bot.services
  return {
    fullName: bot.full_name,
    ownerId: bot.owner_id ?? 0,
    payloadUrl: service?.base_url ?? '',
    interfaceType: service?.interface ?? 1,
    sendingStream: bot.default_sending_stream ?? '',
    eventsStream: bot.default_events_register_stream ?? '',
    allPublic: bot.default_all_public_streams,
  }
}

/** Only changes: other values may have been changed elsewhere meanwhile. */
function botChanges(bot: RealmBot, draft: BotDraft): Omit<ChatInput<'PATCH /bots/{bot_id}'>, 'bot_id'> {
  const before = draftOf(bot)
  return {
    ...(draft.fullName !== before.fullName && { full_name: draft.fullName }),
    ...(draft.ownerId !== before.ownerId && { bot_owner_id: draft.ownerId }),
    ...(draft.payloadUrl !== before.payloadUrl && { service_payload_url: draft.payloadUrl }),
    ...(draft.interfaceType !== before.interfaceType && { service_interface: draft.interfaceType }),
    ...(draft.sendingStream !== before.sendingStream && { default_sending_stream: draft.sendingStream }),
    ...(draft.eventsStream !== before.eventsStream && {
      default_events_register_stream: draft.eventsStream,
    }),
    ...(draft.allPublic !== before.allPublic && { default_all_public_streams: draft.allPublic }),
  }
}
