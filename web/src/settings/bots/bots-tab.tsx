import type { RealmBot } from '@switchboard/client/chat'
import { Bot, Plus } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { callChat } from '../../api/chat-api.ts'
import { useChat } from '../../chat/state/workspace.ts'
import type { Resource } from '../../resource/resource.ts'
import { ResourceList } from '../../resource/resource-list.tsx'
import { t } from '../../texts/texts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Part } from '../../ui/section-page.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { ItemList, ListItem } from '../item-list.tsx'
import { SettingsSection } from '../settings-section.tsx'
import { ApiKeyBox } from './api-key-box.tsx'
import { BotCard } from './bot-card.tsx'
import { type CreatedBot, type NewBot, newBotForm } from './bot-forms.tsx'
import { allowedBotTypes, botTypeName } from './bot-types.ts'
import styles from './bots-tab.module.css'

/** The user's own bots. Bots of others are in the organization's settings. */
export function BotsTab() {
  const own = useChat((state) => [...state.bots.values()].filter((bot) => bot.owner_id === state.me.userId))
  const types = useChat(allowedBotTypes)
  const domain = useChat((state) => state.realm.bot_domain)
  const [created, setCreated] = useState<CreatedBot>()
  const form = newBotForm<RealmBot>({ types, domain, onCreated: setCreated })
  const resource: Resource<RealmBot, NewBot> = {
    title: t.bots.yours,
    intro: t.bots.intro,
    items: own.filter((bot) => bot.is_active),
    idOf: ({ user_id }) => user_id,
    nameOf: ({ full_name }) => full_name,
    above: types.length === 0 && <Notice>{t.bots.onlyAdministrators}</Notice>,
    empty: { icon: <Bot />, title: t.bots.none, hint: t.bots.noneText },
    view: (bots) => (
      <ul className={styles.list} aria-label={t.bots.yours}>
        {bots.map((bot) => (
          <li key={bot.user_id}>
            <BotCard bot={bot} />
          </li>
        ))}
      </ul>
    ),
    create: types.length > 0 && { label: t.bots.create, icon: <Plus /> },
    form,
  }
  return (
    <>
      <ResourceList resource={resource} frame={Part} />
      {created && <CreatedBotDialog bot={created} onClose={() => setCreated(undefined)} />}
      <FormerBots bots={own.filter((bot) => !bot.is_active)} />
    </>
  )
}

/** Shows the API key once the bot is created. */
function CreatedBotDialog({ bot, onClose }: { bot: CreatedBot; onClose: () => void }) {
  return (
    <Dialog
      title={t.bots.created(bot.full_name)}
      onClose={onClose}
      actions={
        <Button look="primary" onClick={onClose}>
          {t.bots.done}
        </Button>
      }
    >
      <p>{t.bots.createdText}</p>
      <ApiKeyBox email={bot.email} apiKey={bot.api_key} />
    </Dialog>
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
