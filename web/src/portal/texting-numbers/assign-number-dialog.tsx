import { useState } from 'react'
import type { Contact, TextingNumber } from '../../../../packages/client/src/generated/telephony-api.ts'
import { messageOf } from '../../api/api-failure.ts'
import { p } from '../../texts/portal-texts.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { CheckField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { showNumber } from '../../ui/show-number.ts'
import { useSubmit } from '../../ui/use-submit.ts'
import { usePortal } from '../shell/portal-context.ts'
import { userName } from './use-users.ts'

interface AssignNumberDialogProps {
  number: TextingNumber
  users: readonly Contact[]
  onClose: () => void
  onSaved: () => void
}

export function AssignNumberDialog({ number, users, onClose, onSaved }: AssignNumberDialogProps) {
  const { client } = usePortal()
  const [chosen, setChosen] = useState<readonly string[]>(number.users)
  const submit = useSubmit()
  async function save() {
    const done = await submit.run(() =>
      client.call('PUT /texting/v2/numbers/{number}', { number: number.number }, { users: [...chosen] }),
    )
    if (!done) return
    onSaved()
    onClose()
  }
  return (
    <Dialog
      title={p.texting.assignTitle(showNumber(number.number))}
      size="small"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t.ui.cancel}</Button>
          <Button look="primary" busy={submit.busy} onClick={() => void save()}>
            {t.ui.save}
          </Button>
        </>
      }
    >
      <p>{p.texting.assignHint}</p>
      {users.map((user) => (
        <CheckField
          key={user.id}
          label={userName(user)}
          checked={chosen.includes(user.id)}
          onChange={(event) =>
            setChosen(event.target.checked ? [...chosen, user.id] : chosen.filter((id) => id !== user.id))
          }
        />
      ))}
      {submit.error !== undefined && <Notice look="danger">{messageOf(submit.error)}</Notice>}
    </Dialog>
  )
}
