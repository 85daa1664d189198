import { useEffect } from 'react'
import { isSomethingOpen } from './is-something-open.ts'

const LANDMARKS = 'header, nav, aside, main, [data-region]'
const STOPS = 'a[href], button, input, select, textarea, [tabindex]'

/** F6 goes to the next part of the page, and Shift+F6 to the one before: to what had the focus there last. */
export function useRegionKeys(): void {
  useEffect(() => {
    const last = new WeakMap<Element, HTMLElement>()
    const onFocus = ({ target }: FocusEvent) => {
      const region = target instanceof HTMLElement ? regionOf(target) : undefined
      if (region) last.set(region, target as HTMLElement)
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'F6' || event.altKey || event.ctrlKey || event.metaKey || isSomethingOpen()) return
      event.preventDefault()
      // Base UI would go to the notices at every F6. Here they are a region like the others.
      event.stopPropagation()
      const regions = reachableRegions()
      const current = document.activeElement && regionOf(document.activeElement)
      const at = current ? regions.indexOf(current) : -1
      const step = event.shiftKey ? -1 : 1
      const next = regions[(Math.max(at, event.shiftKey ? 0 : -1) + step + regions.length) % regions.length]
      if (next) (stopIn(next, last.get(next)) ?? next).focus()
    }
    document.addEventListener('focusin', onFocus)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('focusin', onFocus)
      document.removeEventListener('keydown', onKey)
    }
  }, [])
}

/** The outermost landmark, or a marked part of it. */
function regionOf(element: Element): HTMLElement | undefined {
  const marked = element.closest<HTMLElement>('[data-region]')
  if (marked) return marked
  let region: HTMLElement | undefined
  for (let one = element.closest<HTMLElement>(LANDMARKS); one; ) {
    region = one
    one = one.parentElement?.closest<HTMLElement>(LANDMARKS) ?? null
  }
  return region
}

function reachableRegions(): HTMLElement[] {
  const all = [...document.querySelectorAll<HTMLElement>(LANDMARKS)]
  return all.filter((one) => regionOf(one) === one && !one.closest('[inert]') && stopIn(one, undefined))
}

/** Where the focus goes in a region: where it was last, or a text to write, or its first stop. */
function stopIn(region: HTMLElement, last: HTMLElement | undefined): HTMLElement | undefined {
  const isStop = (one: HTMLElement) =>
    one.tabIndex >= 0 && !one.matches(':disabled') && one.checkVisibility() && regionOf(one) === region
  if (last && region.contains(last) && isStop(last)) return last
  const stops = [...region.querySelectorAll<HTMLElement>(STOPS)].filter(isStop)
  return stops.find((one) => one instanceof HTMLTextAreaElement) ?? stops[0]
}
