import { type FormEvent, useId, useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { t } from '../../texts/texts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { fieldValue } from './delivery-times.ts'

interface TimeDialogProps {
  title: string
  confirm: string
  start: Date
  /** Its refusal is shown by the field. */
  onChoose: (at: Date) => Promise<unknown>
  onClose: () => void
}

/** Asks for a date and a time. */
export function TimeDialog({ title, confirm, start, onChoose, onClose }: TimeDialogProps) {
  const formId = useId()
  const [value, setValue] = useState(fieldValue(start))
  const [mistake, setMistake] = useState<string>()
  const { busy, error, run } = useSubmit()
  async function choose(event: FormEvent) {
    event.preventDefault()
    const at = new Date(value)
    if (Number.isNaN(at.getTime())) return setMistake(t.compose.timeMissing)
    setMistake(undefined)
    if (await run(() => onChoose(at))) onClose()
  }
  return (
    <Dialog
      title={title}
      size="small"
      onClose={onClose}
      actions={<FormActions form={formId} submit={confirm} busy={busy} onCancel={onClose} />}
    >
      <form id={formId} onSubmit={(event) => void choose(event)}>
        <TextField
          label={t.compose.dateAndTime}
          hint={t.compose.timeZone(Intl.DateTimeFormat().resolvedOptions().timeZone)}
          type="datetime-local"
          required
          value={value}
          error={mistake ?? (error === undefined ? undefined : messageOf(error))}
          onChange={(event) => setValue(event.target.value)}
        />
      </form>
    </Dialog>
  )
}
