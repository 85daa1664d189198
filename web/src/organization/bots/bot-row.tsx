import { Ellipsis, Power, PowerOff, UserRoundCog } from 'lucide-react'
import { messageOf } from '../../api/api-failure.ts'
import { callChat } from '../../api/chat-api.ts'
import type { Person } from '../../chat/state/chat-state.ts'
import { useChat } from '../../chat/state/workspace.ts'
import { t } from '../../texts/texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Menu } from '../../ui/menu.tsx'
import { showToast } from '../../ui/toast.tsx'
import { PersonName } from '../people/person-name.tsx'

export function BotRow({
  bot,
  onMove,
  onDeactivate,
}: {
  bot: Person
  onMove: () => void
  onDeactivate: () => void
}) {
  const owner = useChat((state) => state.people.get(bot.bot_owner_id ?? 0)?.full_name)
  const texts = t.organization.bots
  async function reactivate() {
    try {
      await callChat('POST /users/{user_id}/reactivate', { user_id: bot.user_id })
      showToast(texts.reactivated(bot.full_name))
    } catch (error) {
      showToast(messageOf(error), 'danger')
    }
  }
  return (
    <tr>
      <td>
        <PersonName person={bot} />
      </td>
      <td>{texts.types[String(bot.bot_type) as keyof typeof texts.types]}</td>
      <td data-label={texts.owner}>{owner ?? texts.nobody}</td>
      <td>
        {bot.is_active ? (
          <Badge look="success">{texts.active}</Badge>
        ) : (
          <Badge look="warning">{texts.inactive}</Badge>
        )}
      </td>
      <td>
        <Menu
          label={t.organization.actionsFor(bot.full_name)}
          icon={<Ellipsis />}
          groups={
            bot.is_active
              ? [
                  [{ label: texts.changeOwner, icon: <UserRoundCog />, onChoose: onMove }],
                  [{ label: texts.deactivate, icon: <PowerOff />, look: 'danger', onChoose: onDeactivate }],
                ]
              : [[{ label: texts.reactivate, icon: <Power />, onChoose: () => void reactivate() }]]
          }
        />
      </td>
    </tr>
  )
}
