import { Plus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import styles from './widgets.module.css'

/** Adds a line to a poll or a list. A rejected line stays in the field. */
export function AddLine({
  label,
  busy,
  onAdd,
}: {
  label: string
  busy: boolean
  onAdd: (text: string) => Promise<boolean>
}) {
  const [text, setText] = useState('')
  async function add(event: FormEvent) {
    event.preventDefault()
    const wanted = text.trim()
    if (wanted !== '' && (await onAdd(wanted))) setText('')
  }
  return (
    <form className={styles.add} onSubmit={(event) => void add(event)}>
      <TextField
        label={label}
        hideLabel
        placeholder={label}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" size="small" icon={<Plus />} disabled={text.trim() === '' || busy}>
        {t.ui.add}
      </Button>
    </form>
  )
}
