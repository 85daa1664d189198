import { useState } from 'react'
import type { RealmBot } from '../../../../packages/client/src/generated/chat-api.ts'
import { messageOf } from '../../api/api-failure.ts'
import { callChat } from '../../api/chat-api.ts'
import { useChat } from '../../chat/state/workspace.ts'
import { t } from '../../texts/texts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { ItemList, ListItem } from '../item-list.tsx'
import { SettingsSection } from '../settings-section.tsx'
import { botTypeName } from './bot-types.ts'

/** Bots that were deactivated. Nothing when there are none. */
export function FormerBots({ bots }: { bots: readonly RealmBot[] }) {
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
