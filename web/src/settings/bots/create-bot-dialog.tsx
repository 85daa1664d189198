import { useId, useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { pictureTypes } from '../../api/upload-picture.ts'
import { useChat } from '../../chat/state/workspace.ts'
import { t } from '../../texts/texts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { FileButton } from '../../ui/file-button.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { usePicturePreview } from '../profile/use-picture-preview.ts'
import { ButtonRow, FormStack } from '../settings-section.tsx'
import { ApiKeyBox } from './api-key-box.tsx'
import { BotServiceFields } from './bot-service-fields.tsx'
import { botTypeName, OUTGOING_BOT } from './bot-types.ts'
import { createBot, type NewBot } from './create-bot.ts'

/** Shows the API key once the bot is created. */
export function CreateBotDialog({ types, onClose }: { types: readonly number[]; onClose: () => void }) {
  const id = useId()
  const domain = useChat((state) => state.realm.bot_domain)
  const [bot, setBot] = useState<NewBot>({
    fullName: '',
    shortName: '',
    type: types[0]!,
    payloadUrl: '',
    interfaceType: 1,
    picture: undefined,
  })
  const [apiKey, setApiKey] = useState<string>()
  const submit = useSubmit()
  const preview = usePicturePreview(bot.picture)
  const set = (part: Partial<NewBot>) => setBot({ ...bot, ...part })
  const email = `${bot.shortName.trim()}-bot@${domain}`
  const create = () =>
    submit.run(async () => setApiKey((await createBot(bot, bot.type === OUTGOING_BOT)).api_key))

  if (apiKey !== undefined) {
    return (
      <Dialog
        title={t.bots.created(bot.fullName)}
        onClose={onClose}
        actions={
          <Button look="primary" onClick={onClose}>
            {t.bots.done}
          </Button>
        }
      >
        <p>{t.bots.createdText}</p>
        <ApiKeyBox email={email} apiKey={apiKey} />
      </Dialog>
    )
  }
  return (
    <Dialog
      title={t.bots.create}
      onClose={onClose}
      actions={<FormActions form={id} submit={t.bots.create} busy={submit.busy} onCancel={onClose} />}
    >
      <FormStack id={id} onSubmit={() => void create()}>
        <SelectField
          label={t.bots.type}
          hint={t.bots.typeHint}
          value={bot.type}
          onChange={(event) => set({ type: Number(event.target.value) })}
        >
          {types.map((type) => (
            <option key={type} value={type}>
              {botTypeName(type)}
            </option>
          ))}
        </SelectField>
        <TextField
          label={t.bots.name}
          required
          maxLength={100}
          value={bot.fullName}
          onChange={(event) => set({ fullName: event.target.value })}
        />
        <TextField
          label={t.bots.shortName}
          hint={t.bots.shortNameHint(email)}
          required
          autoComplete="off"
          value={bot.shortName}
          onChange={(event) => set({ shortName: event.target.value })}
        />
        {bot.type === OUTGOING_BOT && (
          <BotServiceFields
            url={bot.payloadUrl}
            interfaceType={bot.interfaceType}
            onUrl={(payloadUrl) => set({ payloadUrl })}
            onInterface={(interfaceType) => set({ interfaceType })}
          />
        )}
        <ButtonRow>
          <Avatar url={preview} name={bot.fullName} />
          <FileButton
            size="small"
            label={t.settings.picture.choose}
            accept={pictureTypes}
            onChoose={(picture) => set({ picture })}
          />
          {bot.picture && (
            <Button size="small" look="quiet" onClick={() => set({ picture: undefined })}>
              {t.settings.picture.remove}
            </Button>
          )}
        </ButtonRow>
        {submit.error !== undefined && <Notice look="danger">{messageOf(submit.error)}</Notice>}
      </FormStack>
    </Dialog>
  )
}
