import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callChat } from '../../api/chat-api.ts'
import { renderedHtml } from '../../chat/rendered-html.ts'
import { chatKeys } from '../../chat/state/chat-keys.ts'
import { useChat } from '../../chat/state/workspace.ts'
import { t } from '../../texts/texts.ts'
import { TextField } from '../../ui/field.tsx'
import { useDelayed } from '../../ui/use-delayed.ts'
import { ErrorState } from '../../ui/view-states.tsx'
import styles from './linkifier-trial.module.css'

/** What becomes of a text, as the server would send it. */
export function LinkifierTrial() {
  const linkifiers = useChat((state) => state.linkifiers)
  const [text, setText] = useState('')
  const content = useDelayed(text.trim())
  const { data, error } = useQuery({
    queryKey: chatKeys.rendered(content, linkifiers),
    queryFn: async ({ signal }) =>
      content === '' ? '' : (await callChat('POST /messages/render', { content }, { signal })).rendered,
  })
  const texts = t.organization.linkifiers
  return (
    <>
      <TextField label={texts.trialText} value={text} onChange={(event) => setText(event.target.value)} />
      <div className={styles.result} role="status" aria-label={texts.trialResult}>
        {error !== null && <ErrorState error={error} />}
        {data ? (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: the server rendered it
          <div dangerouslySetInnerHTML={renderedHtml(data)} />
        ) : (
          <p>{texts.trialHint}</p>
        )}
      </div>
    </>
  )
}
