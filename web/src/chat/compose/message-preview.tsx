import { callChat } from '../../api/chat-api.ts'
import { t } from '../../texts/texts.ts'
import { useLoaded } from '../../ui/use-loaded.ts'
import { ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { RenderedContent } from '../message-content/rendered-content.tsx'
import styles from './message-preview.module.css'

/** How the message will look. */
export function MessagePreview({ content }: { content: string }) {
  const { value, error, reload } = useLoaded(`preview ${content}`, (signal) =>
    callChat('POST /messages/render', { content }, { signal }),
  )
  return (
    // Long ones scroll, also by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section className={styles.preview} aria-label={t.compose.preview} tabIndex={0}>
      {error !== undefined && <ErrorState error={error} onRetry={reload} />}
      {!value && error === undefined && <LoadingState />}
      {value && <RenderedContent html={value.rendered} />}
      {value?.rendered === '' && <p className={styles.nothing}>{t.compose.nothingToPreview}</p>}
    </section>
  )
}
