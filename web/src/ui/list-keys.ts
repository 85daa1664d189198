/** What is drawn inside a row but is a window of its own. */
const WINDOWS = '[role=menu], [role=dialog], [popover]'

/**
 * A ref for a list of links and buttons, or a toolbar: it is one stop of the Tab key. The arrows up and down, Home and
 * End go through its rows, and the arrows to the sides through what a row offers. A toolbar is one row.
 */
export function listKeys(list: HTMLElement | null): (() => void) | undefined {
  if (!list) return undefined
  let last: HTMLElement | undefined

  const settle = () => {
    const stops = stopsIn(list)
    const known = last && stops.includes(last) ? last : undefined
    const stop = known ?? stops.find((one) => one.hasAttribute('aria-current')) ?? stops[0]
    for (const one of stops) one.tabIndex = one === stop ? 0 : -1
  }
  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement) || target.closest(WINDOWS)) return
    last = target
    settle()
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const stops = stopsIn(list)
    const at = stops.indexOf(event.target as HTMLElement)
    const next = at < 0 ? undefined : nextStop(stops, at, event.key)
    if (!next) return
    event.preventDefault()
    next.focus()
  }
  settle()
  const watch = new MutationObserver(settle)
  watch.observe(list, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  list.addEventListener('focusin', onFocus)
  list.addEventListener('keydown', onKey)
  return () => {
    watch.disconnect()
    list.removeEventListener('focusin', onFocus)
    list.removeEventListener('keydown', onKey)
  }
}

function stopsIn(list: HTMLElement): HTMLElement[] {
  const all = list.querySelectorAll<HTMLElement>('a[href], button:not(:disabled)')
  return [...all].filter((one) => !one.closest(WINDOWS))
}

function nextStop(stops: readonly HTMLElement[], at: number, key: string): HTMLElement | undefined {
  const rowOf = (stop: HTMLElement) => stop.closest('li, [role=toolbar]') ?? stop
  const row = rowOf(stops[at]!)
  if (key === 'ArrowLeft' || key === 'ArrowRight') {
    const beside = stops[at + (key === 'ArrowRight' ? 1 : -1)]
    return beside && rowOf(beside) === row ? beside : undefined
  }
  const rows = [...new Map(stops.toReversed().map((stop) => [rowOf(stop), stop])).entries()].reverse()
  if (rows.length === 1 && key === 'End') return stops.at(-1)
  const index = rows.findIndex(([one]) => one === row)
  const wanted = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: rows.length - 1 }[key]
  return wanted === undefined ? undefined : rows[wanted]?.[1]
}
