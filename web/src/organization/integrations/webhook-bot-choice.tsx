import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useChat } from '../../chat/state/workspace.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/field.tsx'
import styles from '../organization-forms.module.css'
import { TabRow } from '../tab-row.tsx'
import { NewWebhookBot } from './new-webhook-bot.tsx'

const INCOMING_WEBHOOK = 2

/** One of the user's webhook bots, or a new one. */
export function WebhookBotChoice({
  displayName,
  chosen,
  onChoose,
}: {
  displayName: string
  chosen: number | undefined
  onChoose: (botId: number | undefined) => void
}) {
  const me = useChat((state) => state.me.userId)
  const bots = useChat((state) => state.bots)
  const own = [...bots.values()]
    .filter((bot) => bot.owner_id === me && bot.bot_type === INCOMING_WEBHOOK && bot.is_active)
    .sort((one, other) => one.full_name.localeCompare(other.full_name))
  const [creating, setCreating] = useState(false)
  const texts = t.integrations
  if (creating || own.length === 0) {
    return (
      <NewWebhookBot
        displayName={displayName}
        onCreated={(botId) => {
          setCreating(false)
          onChoose(botId)
        }}
        onCancel={own.length > 0 ? () => setCreating(false) : undefined}
      />
    )
  }
  return (
    <>
      <div className={styles.narrow}>
        <SelectField
          label={texts.bot}
          hint={texts.botHint}
          value={chosen ?? ''}
          onChange={(event) => onChoose(event.target.value === '' ? undefined : Number(event.target.value))}
        >
          <option value="">{texts.chooseBot}</option>
          {own.map(({ user_id, full_name }) => (
            <option key={user_id} value={user_id}>
              {full_name}
            </option>
          ))}
        </SelectField>
      </div>
      <TabRow>
        <Button size="small" icon={<Plus />} onClick={() => setCreating(true)}>
          {texts.newBot}
        </Button>
      </TabRow>
    </>
  )
}
