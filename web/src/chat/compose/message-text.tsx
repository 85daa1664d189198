import type { ComponentProps } from 'react'
import { CompletedTextArea } from '../completion/completed-text-area.tsx'
import { MessagePreview } from './message-preview.tsx'

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
