import { type FormEvent, useId, useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { t } from '../../texts/texts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { useSubmit } from '../../ui/use-submit.ts'

interface RenameTopicDialogProps {
  topic: string
  onRename: (topic: string) => Promise<unknown>
  onClose: () => void
}

export function RenameTopicDialog({ topic, onRename, onClose }: RenameTopicDialogProps) {
  const formId = useId()
  const [name, setName] = useState(topic)
  const { busy, error, run } = useSubmit()
  const isSame = name.trim() === '' || name.trim() === topic
  async function rename(event: FormEvent) {
    event.preventDefault()
    if (!isSame && (await run(() => onRename(name.trim())))) onClose()
  }
  return (
    <Dialog
      title={t.topics.renameTitle(topic)}
      size="small"
      onClose={onClose}
      actions={
        <FormActions
          form={formId}
          submit={t.topics.renameNow}
          busy={busy}
          disabled={isSame}
          onCancel={onClose}
        />
      }
    >
      <form id={formId} onSubmit={(event) => void rename(event)}>
        <TextField
          label={t.topics.newName}
          hint={t.topics.renameHint}
          value={name}
          autoFocus
          error={error === undefined ? undefined : messageOf(error)}
          onChange={(event) => setName(event.target.value)}
        />
      </form>
    </Dialog>
  )
}
