import { type KeyboardEvent, useSyncExternalStore } from 'react'
import { useChat } from '../state/workspace.ts'
import { formatKeys, formatSelection } from './format-toolbar.tsx'

/** A keyboard on the screen has no Shift+Enter, so Enter always breaks the line there, and a button sends. */
const touch = matchMedia('(hover: none) and (pointer: coarse)')

function watchTouch(listener: () => void): () => void {
  touch.addEventListener('change', listener)
  return () => touch.removeEventListener('change', listener)
}

/** What Enter does in the text of a message: `touch` is the keyboard of a screen. */
export function useEnterKey(): 'sends' | 'breaks' | 'touch' {
  const enterSends = useChat((state) => state.settings.enter_sends)
  const isTouch = useSyncExternalStore(watchTouch, () => touch.matches)
  return isTouch ? 'touch' : enterSends ? 'sends' : 'breaks'
}

/** The keys of a message's text: to finish it and to format it. Returns whether it was one of them. */
export function useTextKeys(finish: () => void) {
  const enterKey = useEnterKey()
  return (event: KeyboardEvent<HTMLTextAreaElement>): boolean => {
    if (event.nativeEvent.isComposing) return false
    const isControl = event.ctrlKey || event.metaKey
    const isPlain = !event.shiftKey && !event.altKey
    const wanted = isControl && isPlain ? formatKeys[event.key.toLowerCase()] : undefined
    const { selectionStart, selectionEnd, value } = event.currentTarget
    // Ctrl+K makes a link of selected text. Without any it goes elsewhere, as on the rest of the page.
    const format = wanted === 'link' && selectionStart === selectionEnd ? undefined : wanted
    const isFinish = event.key === 'Enter' && (isControl || (enterKey === 'sends' && isPlain))
    if (!isFinish && !format) return false
    event.preventDefault()
    // Enter in an empty text does nothing; Ctrl+Enter says what is missing.
    if (isFinish && (isControl || value.trim() !== '')) finish()
    if (format) formatSelection(event.currentTarget, format)
    return true
  }
}
