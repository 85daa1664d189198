import { Bot, Plus } from 'lucide-react'
import { useState } from 'react'
import { useChat } from '../../chat/state/workspace.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { EmptyState } from '../../ui/view-states.tsx'
import { BotCard } from './bot-card.tsx'
import { allowedBotTypes } from './bot-types.ts'
import styles from './bots-tab.module.css'
import { CreateBotDialog } from './create-bot-dialog.tsx'
import { FormerBots } from './former-bots.tsx'

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
