import { type FormEvent, useId, useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { callChat } from '../../api/chat-api.ts'
import type { Person } from '../../chat/state/chat-state.ts'
import { useChat } from '../../chat/state/workspace.ts'
import { t } from '../../texts/texts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/field.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import styles from '../organization-forms.module.css'
import { findPeople } from '../people/find-people.ts'

/** The owner of a bot sees its key and can change it. */
export function BotOwnerDialog({ bot, onClose }: { bot: Person; onClose: () => void }) {
  const people = useChat((state) => state.people)
  const [owner, setOwner] = useState(bot.bot_owner_id ?? 0)
  const submit = useSubmit()
  const form = useId()
  const texts = t.organization.bots
  const offered = [...people.values()].filter(
    (person) => person.is_active && !person.is_bot && !person.is_guest,
  )
  async function save(event: FormEvent) {
    event.preventDefault()
    const done = await submit.run(() =>
      callChat('PATCH /bots/{bot_id}', { bot_id: bot.user_id, bot_owner_id: owner }),
    )
    if (done) onClose()
  }
  return (
    <Dialog
      title={texts.ownerTitle(bot.full_name)}
      size="small"
      onClose={onClose}
      actions={<FormActions form={form} submit={t.ui.save} busy={submit.busy} onCancel={onClose} />}
    >
      <form id={form} className={styles.form} onSubmit={(event) => void save(event)}>
        <SelectField
          label={texts.owner}
          hint={texts.ownerHint}
          value={owner}
          onChange={(event) => setOwner(Number(event.target.value))}
        >
          {findPeople(offered, '').map(({ user_id, full_name }) => (
            <option key={user_id} value={user_id}>
              {full_name}
            </option>
          ))}
        </SelectField>
        {submit.error !== undefined && <Notice look="danger">{messageOf(submit.error)}</Notice>}
      </form>
    </Dialog>
  )
}
