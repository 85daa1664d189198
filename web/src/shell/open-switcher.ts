import { useEffect, useEffectEvent } from 'react'
import { isMac } from './is-mac.ts'
import { isSomethingOpen } from './is-something-open.ts'

const OPENED = 'switchboard-switcher'

/** Opens the field that finds every place. */
export function openSwitcher(): void {
  dispatchEvent(new Event(OPENED))
}

/** Calls when somebody wants the switcher: with a button, or with Ctrl+K, also from within a field. */
export function useSwitcherRequests(handler: () => void): void {
  const onRequest = useEffectEvent(handler)
  useEffect(() => {
    const open = () => onRequest()
    const onKey = (event: KeyboardEvent) => {
      const isControl = isMac ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey
      if (!isControl || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'k') return
      if (event.defaultPrevented || event.isComposing || isSomethingOpen()) return
      event.preventDefault()
      onRequest()
    }
    addEventListener(OPENED, open)
    document.addEventListener('keydown', onKey)
    return () => {
      removeEventListener(OPENED, open)
      document.removeEventListener('keydown', onKey)
    }
  }, [])
}
