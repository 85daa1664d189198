import { useState } from 'react'
import { callChat } from '../../api/chat-api.ts'
import { renderedHtml } from '../../chat/rendered-html.ts'
import { useChat } from '../../chat/state/workspace.ts'
import { t } from '../../texts/texts.ts'
import { TextField } from '../../ui/field.tsx'
import { useDelayed } from '../../ui/use-delayed.ts'
import { useLoaded } from '../../ui/use-loaded.ts'
import { ErrorState } from '../../ui/view-states.tsx'
import styles from './linkifier-trial.module.css'

/** What becomes of a text, as the server would send it. */
export function LinkifierTrial() {
  const linkifiers = useChat((state) => state.linkifiers)
  const [text, setText] = useState('')
  const content = useDelayed(text.trim())
  // Other linkifiers may make another text of it.
  const key = JSON.stringify([content, linkifiers])
  const { value, error } = useLoaded(key, async (signal) =>
    content === '' ? '' : (await callChat('POST /messages/render', { content }, { signal })).rendered,
  )
  const texts = t.organization.linkifiers
  return (
    <>
      <TextField label={texts.trialText} value={text} onChange={(event) => setText(event.target.value)} />
      <div className={styles.result} role="status" aria-label={texts.trialResult}>
        {error !== undefined && <ErrorState error={error} />}
        {value ? (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: the server rendered it
          <div dangerouslySetInnerHTML={renderedHtml(value)} />
        ) : (
          <p>{texts.trialHint}</p>
        )}
      </div>
    </>
  )
}
