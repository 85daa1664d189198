import { useId, useState } from 'react'
import type { RealmBot } from '../../../../packages/client/src/generated/chat-api.ts'
import { messageOf } from '../../api/api-failure.ts'
import { callChat } from '../../api/chat-api.ts'
import { useChat } from '../../chat/state/workspace.ts'
import { t } from '../../texts/texts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { CheckField, SelectField, TextField } from '../../ui/field.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { Notice } from '../../ui/notice.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { PictureEditor } from '../profile/picture-editor.tsx'
import { FormStack } from '../settings-section.tsx'
import { type BotDraft, botChanges, draftOf } from './bot-draft.ts'
import { BotServiceFields } from './bot-service-fields.tsx'
import { BotStreamField } from './bot-stream-field.tsx'
import { usePeople } from './use-people.ts'

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
