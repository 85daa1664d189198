import type { KeyboardEvent } from 'react'
import { useChat } from '../state/workspace.ts'
import { formatKeys, formatSelection } from './format-toolbar.tsx'

/** The keys of a message's text: to finish it and to format it. Returns whether it was one of them. */
export function useTextKeys(finish: () => void) {
  const enterSends = useChat((state) => state.settings.enter_sends)
  return (event: KeyboardEvent<HTMLTextAreaElement>): boolean => {
    if (event.nativeEvent.isComposing) return false
    const isControl = event.ctrlKey || event.metaKey
    const isPlain = !event.shiftKey && !event.altKey
    const wanted = isControl && isPlain ? formatKeys[event.key.toLowerCase()] : undefined
    const { selectionStart, selectionEnd } = event.currentTarget
    // Ctrl+K makes a link of selected text. Without any it goes elsewhere, as on the rest of the page.
    const format = wanted === 'link' && selectionStart === selectionEnd ? undefined : wanted
    const isFinish = event.key === 'Enter' && (isControl || (enterSends && isPlain))
    if (!isFinish && !format) return false
    event.preventDefault()
    if (isFinish) finish()
    else if (format) formatSelection(event.currentTarget, format)
    return true
  }
}
