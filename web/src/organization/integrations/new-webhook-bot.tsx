import { type FormEvent, useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { callChat } from '../../api/chat-api.ts'
import { useChat } from '../../chat/state/workspace.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import styles from '../organization-forms.module.css'
import { TabRow } from '../tab-row.tsx'

const INCOMING_WEBHOOK = 2

export function NewWebhookBot({
  displayName,
  onCreated,
  onCancel,
}: {
  displayName: string
  onCreated: (botId: number) => void
  onCancel: (() => void) | undefined
}) {
  const domain = useChat((state) => state.realm.bot_domain)
  const [name, setName] = useState(displayName)
  const [shortName, setShortName] = useState(() => displayName.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'))
  const submit = useSubmit()
  const texts = t.integrations
  async function create(event: FormEvent) {
    event.preventDefault()
    await submit.run(async () => {
      const input = { full_name: name, short_name: shortName, bot_type: INCOMING_WEBHOOK }
      onCreated((await callChat('POST /bots', input)).user_id)
    })
  }
  return (
    <form className={styles.form} onSubmit={(event) => void create(event)}>
      <div className={styles.grid}>
        <TextField
          label={texts.botName}
          hint={texts.botNameHint}
          required
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <TextField
          label={texts.shortName}
          hint={texts.shortNameHint(`${shortName}-bot@${domain}`)}
          required
          value={shortName}
          onChange={(event) => setShortName(event.target.value)}
        />
      </div>
      {submit.error !== undefined && <Notice look="danger">{messageOf(submit.error)}</Notice>}
      <TabRow>
        <Button look="primary" type="submit" busy={submit.busy}>
          {texts.createBot}
        </Button>
        {onCancel && <Button onClick={onCancel}>{t.ui.cancel}</Button>}
      </TabRow>
    </form>
  )
}
