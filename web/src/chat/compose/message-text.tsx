import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { callChat } from '../../api/chat-api.ts'
import { t } from '../../texts/texts.ts'
import { ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { CompletedTextArea } from '../completion/completed-text-area.tsx'
import { RenderedContent } from '../message-content/rendered-content.tsx'
import { chatKeys } from '../state/chat-keys.ts'
import styles from './message-text.module.css'

interface MessageTextProps extends ComponentProps<typeof CompletedTextArea> {
  isPreview: boolean
}

/** The text of a message while it is written or edited, or how it will look. */
export function MessageText({ isPreview, ...area }: MessageTextProps) {
  return (
    <>
      {isPreview && <MessagePreview content={area.value} />}
      {/* It keeps its selection and its undo history. */}
      <div hidden={isPreview}>
        <CompletedTextArea {...area} />
      </div>
    </>
  )
}

/** How the message will look. */
function MessagePreview({ content }: { content: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: chatKeys.rendered(content),
    queryFn: ({ signal }) => callChat('POST /messages/render', { content }, { signal }),
  })
  return (
    // Long ones scroll, also by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section className={styles.preview} aria-label={t.compose.preview} tabIndex={0}>
      {error !== null && <ErrorState error={error} onRetry={refetch} />}
      {!data && error === null && <LoadingState />}
      {data && <RenderedContent html={data.rendered} />}
      {data?.rendered === '' && <p className={styles.nothing}>{t.compose.nothingToPreview}</p>}
    </section>
  )
}
