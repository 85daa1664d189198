import type { RealmBot } from '@switchboard/client/chat'
import { Bot, Plus } from 'lucide-react'
import { useId, useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { type ChatOutput, callChat } from '../../api/chat-api.ts'
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
import { showToast } from '../../ui/toast.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { EmptyState } from '../../ui/view-states.tsx'
import { ItemList, ListItem } from '../item-list.tsx'
import { usePicturePreview } from '../profile/use-picture-preview.ts'
import { ButtonRow, FormStack, SettingsSection } from '../settings-section.tsx'
import { ApiKeyBox } from './api-key-box.tsx'
import { BotCard } from './bot-card.tsx'
import { BotServiceFields } from './bot-service-fields.tsx'
import { allowedBotTypes, botTypeName, OUTGOING_BOT } from './bot-types.ts'
import styles from './bots-tab.module.css'

/** The user's own bots. Bots of others are in the organization's settings. */
export function BotsTab() {
  const own = useChat((state) => [...state.bots.values()].filter((bot) => bot.owner_id === state.me.userId))
  const types = useChat(allowedBotTypes)
  const [creating, setCreating] = useState(false)
  const active = own.filter((bot) => bot.is_active)
  const create = types.length > 0 && (
    <Button look="primary" icon={<Plus />} onClick={() => setCreating(true)}>
      {t.bots.create}
    </Button>
  )
  return (
    <>
      <div className={styles.head}>
        <p>{t.bots.intro}</p>
        {active.length > 0 && create}
      </div>
      {types.length === 0 && <Notice>{t.bots.onlyAdministrators}</Notice>}
      {active.length === 0 ? (
        <EmptyState icon={<Bot />} title={t.bots.none} action={create}>
          {t.bots.noneText}
        </EmptyState>
      ) : (
        <ul className={styles.list} aria-label={t.bots.yours}>
          {active.map((bot) => (
            <li key={bot.user_id}>
              <BotCard bot={bot} />
            </li>
          ))}
        </ul>
      )}
      <FormerBots bots={own.filter((bot) => !bot.is_active)} />
      {creating && <CreateBotDialog types={types} onClose={() => setCreating(false)} />}
    </>
  )
}

/** Bots that were deactivated. Nothing when there are none. */
function FormerBots({ bots }: { bots: readonly RealmBot[] }) {
  // The server lets only administrators bring accounts back.
  const mayReactivate = useChat((state) => state.me.isAdmin)
  const [busyId, setBusyId] = useState<number>()
  const submit = useSubmit()
  if (bots.length === 0) return null
  async function reactivate(bot: RealmBot) {
    setBusyId(bot.user_id)
    const done = await submit.run(() =>
      callChat('POST /users/{user_id}/reactivate', { user_id: bot.user_id }),
    )
    if (done) showToast(t.bots.reactivated(bot.full_name))
    setBusyId(undefined)
  }
  return (
    <SettingsSection
      title={t.bots.former}
      intro={mayReactivate ? undefined : t.bots.onlyAdministratorsReactivate}
    >
      {submit.error !== undefined && <Notice look="danger">{messageOf(submit.error)}</Notice>}
      <ItemList label={t.bots.former}>
        {bots.map((bot) => (
          <ListItem
            key={bot.user_id}
            icon={<Avatar url={bot.avatar_url} name={bot.full_name} size="small" />}
            title={bot.full_name}
            detail={`${bot.email} · ${botTypeName(bot.bot_type)}`}
            actions={
              mayReactivate && (
                <Button size="small" busy={busyId === bot.user_id} onClick={() => void reactivate(bot)}>
                  {t.bots.reactivate}
                </Button>
              )
            }
          />
        ))}
      </ItemList>
    </SettingsSection>
  )
}

/** Shows the API key once the bot is created. */
function CreateBotDialog({ types, onClose }: { types: readonly number[]; onClose: () => void }) {
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

interface NewBot {
  fullName: string
  shortName: string
  type: number
  /** of an outgoing webhook */
  payloadUrl: string
  interfaceType: number
  picture: File | undefined
}

/** Creates the bot and its picture in one request: an invalid picture rejects the whole bot. */
async function createBot(bot: NewBot, isOutgoing: boolean): Promise<ChatOutput<'POST /bots'>> {
  const input = {
    full_name: bot.fullName,
    short_name: bot.shortName,
    bot_type: bot.type,
    ...(isOutgoing && { payload_url: bot.payloadUrl, interface_type: bot.interfaceType }),
    ...(bot.picture && { file: bot.picture }),
  }
  return callChat('POST /bots', input)
}
