import type { KeyboardEvent } from 'react'
import { editedMessage } from '../message-actions/message-selection.ts'
import { type Narrow, narrowKey } from '../narrows/narrow.ts'
import { useWorkspace } from '../state/workspace.ts'
import { useTextKeys } from './use-text-keys.ts'

/** The keys of the text: to send, to format, and to edit the last message. */
export function useComposeKeys(narrow: Narrow, send: () => void) {
  const onTextKey = useTextKeys(send)
  const { messages, state } = useWorkspace()

  function editLast(): boolean {
    const me = state.get().me.userId
    const list = messages.list(narrowKey(narrow))
    const last = list?.ids.findLast((id) => messages.get(id)?.sender_id === me)
    if (last !== undefined) editedMessage.set(last)
    return last !== undefined
  }
  return (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (onTextKey(event) || event.nativeEvent.isComposing) return
    const isControl = event.ctrlKey || event.metaKey
    if (event.key === 'ArrowUp' && event.currentTarget.value === '' && !isControl && editLast())
      event.preventDefault()
  }
}
