import { type FormEvent, useId, useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { callChat } from '../../api/chat-api.ts'
import type { UserGroup } from '../../chat/state/chat-state.ts'
import { t } from '../../texts/texts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import styles from '../organization-forms.module.css'
import { PeopleChoice } from './people-choice.tsx'

/** A new group, or another name, description and members for one. */
export function GroupDialog({ group, onClose }: { group: UserGroup | undefined; onClose: () => void }) {
  const [name, setName] = useState(group?.name ?? '')
  const [description, setDescription] = useState(group?.description ?? '')
  const [members, setMembers] = useState<readonly number[]>(group?.members ?? [])
  const submit = useSubmit()
  const form = useId()
  const texts = t.organization.groups
  async function save(event: FormEvent) {
    event.preventDefault()
    if (await submit.run(() => saveGroup(group, { name, description, members }))) onClose()
  }
  return (
    <Dialog
      title={group ? texts.editTitle(group.name) : texts.create}
      onClose={onClose}
      actions={
        <FormActions
          form={form}
          submit={group ? t.ui.save : t.ui.create}
          busy={submit.busy}
          onCancel={onClose}
        />
      }
    >
      <form id={form} className={styles.form} onSubmit={(event) => void save(event)}>
        <TextField
          label={texts.name}
          hint={texts.nameHint}
          value={name}
          required
          maxLength={100}
          onChange={(event) => setName(event.target.value)}
        />
        <TextField
          label={texts.description}
          value={description}
          maxLength={1024}
          onChange={(event) => setDescription(event.target.value)}
        />
        <PeopleChoice legend={texts.members} chosen={members} onChange={setMembers} />
        {submit.error !== undefined && <Notice look="danger">{messageOf(submit.error)}</Notice>}
      </form>
    </Dialog>
  )
}

interface GroupInput {
  name: string
  description: string
  members: readonly number[]
}

/** Name and members are two requests. The members come last: a user who leaves the group may no longer change it. */
async function saveGroup(group: UserGroup | undefined, input: GroupInput): Promise<void> {
  const { name, description, members } = input
  if (!group) {
    await callChat('POST /user_groups/create', { name, description, members: [...members] })
    return
  }
  if (name !== group.name || description !== group.description) {
    await callChat('PATCH /user_groups/{user_group_id}', { user_group_id: group.id, name, description })
  }
  const added = members.filter((id) => !group.members.includes(id))
  const removed = group.members.filter((id) => !members.includes(id))
  if (added.length === 0 && removed.length === 0) return
  await callChat('POST /user_groups/{user_group_id}/members', {
    user_group_id: group.id,
    add: added,
    delete: removed,
  })
}
