import { X } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { callChat } from '../../api/chat-api.ts'
import { useChat } from '../../chat/state/workspace.ts'
import { t } from '../../texts/texts.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { SettingsSection } from '../settings-section.tsx'
import styles from './alert-words-section.module.css'

/** Words that notify the user like a mention. */
export function AlertWordsSection() {
  const words = useChat((state) => state.alertWords)
  const [draft, setDraft] = useState('')
  const submit = useSubmit()
  async function add() {
    const word = draft.trim()
    if (word === '') return
    const done = await submit.run(() => callChat('POST /users/me/alert_words', { alert_words: [word] }))
    if (done) setDraft('')
  }
  const remove = (word: string) =>
    void submit.run(() => callChat('DELETE /users/me/alert_words', { alert_words: [word] }))
  return (
    <SettingsSection title={t.settings.alertWords.title} intro={t.settings.alertWords.intro}>
      {words.length > 0 && (
        <ul className={styles.words} aria-label={t.settings.alertWords.title}>
          {words.map((word) => (
            <li key={word} className={styles.word}>
              {word}
              <IconButton label={t.settings.alertWords.remove(word)} onClick={() => remove(word)}>
                <X />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          void add()
        }}
      >
        <TextField
          label={t.settings.alertWords.add}
          value={draft}
          autoComplete="off"
          error={submit.error === undefined ? undefined : messageOf(submit.error)}
          onChange={(event) => setDraft(event.target.value)}
        />
        <Button type="submit" busy={submit.busy}>
          {t.ui.add}
        </Button>
      </form>
    </SettingsSection>
  )
}
