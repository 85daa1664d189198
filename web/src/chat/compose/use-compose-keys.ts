import type { KeyboardEvent } from 'react'
import { editedMessage } from '../message-actions/message-selection.ts'
import { type Narrow, narrowKey } from '../narrows/narrow.ts'
import { useChat, useWorkspace } from '../state/workspace.ts'
import { formatKeys, formatSelection } from './format-toolbar.tsx'

/** The keys of the text: to send, to format, and to edit the last message. */
export function useComposeKeys(narrow: Narrow, send: () => void) {
  const enterSends = useChat((state) => state.settings.enter_sends)
  const { messages, state } = useWorkspace()

  function editLast(): boolean {
    const me = state.get().me.userId
    const list = messages.list(narrowKey(narrow))
    const last = list?.ids.findLast((id) => messages.get(id)?.sender_id === me)
    if (last !== undefined) editedMessage.set(last)
    return last !== undefined
  }
  return (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return
    const { key, currentTarget: area } = event
    const isControl = event.ctrlKey || event.metaKey
    const wanted = isControl && !event.shiftKey && !event.altKey ? formatKeys[key.toLowerCase()] : undefined
    // Ctrl+K makes a link of selected text. Without any it goes elsewhere, as on the rest of the page.
    const format = wanted === 'link' && area.selectionStart === area.selectionEnd ? undefined : wanted
    if (key === 'Enter' && (isControl || (enterSends && !event.shiftKey && !event.altKey))) {
      event.preventDefault()
      send()
    } else if (format) {
      event.preventDefault()
      formatSelection(area, format)
    } else if (key === 'ArrowUp' && area.value === '' && !isControl && editLast()) event.preventDefault()
  }
}
