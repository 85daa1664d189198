import { type FormEvent, useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { callChat } from '../../api/chat-api.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import styles from './written-list.module.css'

/** Saves the current text as a snippet. */
export function SnippetForm({ content }: { content: string }) {
  const [title, setTitle] = useState('')
  const { busy, error, run } = useSubmit()
  async function save(event: FormEvent) {
    event.preventDefault()
    if (!(await run(() => callChat('POST /saved_snippets', { title, content })))) return
    setTitle('')
    showToast(t.ui.saved)
  }
  return (
    <form className={styles.form} onSubmit={(event) => void save(event)}>
      <TextField
        label={t.compose.snippetTitle}
        placeholder={t.compose.snippetTitleHint}
        value={title}
        error={error === undefined ? undefined : messageOf(error)}
        onChange={(event) => setTitle(event.target.value)}
      />
      <Button type="submit" busy={busy}>
        {t.ui.save}
      </Button>
    </form>
  )
}
