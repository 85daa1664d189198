/** Collects what is typed until a field is there for it, so that letters are not taken for shortcuts. */
let typed = ''
let stopKeeping: (() => void) | undefined

export function keepTyping(onEscape: () => void): void {
  if (stopKeeping) return
  const keep = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Escape') onEscape()
    else if (event.key.length === 1) typed += event.key
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  addEventListener('keydown', keep, { capture: true })
  stopKeeping = () => removeEventListener('keydown', keep, { capture: true })
}

/** Ends collecting, and returns what was typed. */
export function takeTyped(): string {
  stopKeeping?.()
  stopKeeping = undefined
  const text = typed
  typed = ''
  return text
}
