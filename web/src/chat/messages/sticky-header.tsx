import { type RefObject, useLayoutEffect, useState } from 'react'
import { t } from '../../texts/texts.ts'
import type { Store } from '../state/store.ts'
import type { Row } from './build-rows.ts'
import type { ListPosition } from './list-position.ts'
import { RecipientHeader } from './row-dividers.tsx'
import styles from './sticky-header.module.css'
import { type StuckHeader, stuckHeader } from './stuck-header.ts'
import type { ScrollView } from './visible-rows.ts'

interface StickyHeaderProps {
  scroller: RefObject<HTMLElement | null>
  view: RefObject<ScrollView | null>
  rows: readonly Row[]
  /** Changes whenever the list scrolls. */
  position: Store<ListPosition>
}

/** Where the message at the upper edge was written. The rows are rendered one by one, so CSS cannot do this alone. */
export function StickyHeader({ scroller, view, rows, position }: StickyHeaderProps) {
  const [stuck, setStuck] = useState<StuckHeader>()
  useLayoutEffect(() => {
    const distanceOf = (id: number) => {
      const header = scroller.current?.querySelector(`[data-header-of="${id}"]`)
      if (!header || !scroller.current) return undefined
      return header.getBoundingClientRect().top - scroller.current.getBoundingClientRect().top
    }
    const update = () => {
      const next = view.current ? stuckHeader(view.current, rows, distanceOf) : undefined
      setStuck((last) => (last?.message === next?.message && last?.shift === next?.shift ? last : next))
    }
    update()
    return position.subscribe(update)
  }, [scroller, view, rows, position])
  if (!stuck) return null
  return (
    <div className={styles.sticky}>
      <fieldset
        className={styles.header}
        aria-label={t.messages.shownConversation}
        style={{ transform: `translateY(${stuck.shift}px)` }}
      >
        <RecipientHeader message={stuck.message} />
      </fieldset>
    </div>
  )
}
