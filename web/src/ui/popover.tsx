import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { placeBeside } from './place-beside.ts'
import styles from './popover.module.css'

interface PopoverProps {
  /** What it belongs to. */
  anchor: RefObject<HTMLElement | null>
  label: string
  onClose: () => void
  children: ReactNode
}

/** Something small beside what opened it, above everything else. Rendered only while it is open. */
export function Popover({ anchor, label, onClose, children }: PopoverProps) {
  const box = useRef<HTMLDivElement>(null)
  const close = useRef(onClose)
  close.current = onClose
  useEffect(() => {
    const shown = box.current
    if (!shown) return
    shown.showPopover()
    placeBeside(shown, anchor.current)
    // What is inside may grow while it loads.
    const sizes = new ResizeObserver(() => placeBeside(shown, anchor.current))
    sizes.observe(shown)
    const closeOutside = (event: Event) => {
      const target = event.target as Node
      if (!shown.contains(target) && !anchor.current?.contains(target)) close.current()
    }
    document.addEventListener('pointerdown', closeOutside)
    return () => {
      sizes.disconnect()
      document.removeEventListener('pointerdown', closeOutside)
    }
  }, [anchor])
  return (
    <div
      ref={box}
      role="dialog"
      aria-label={label}
      popover="manual"
      className={styles.popover}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key !== 'Escape') return
        onClose()
        const inside = anchor.current?.querySelector<HTMLElement>('button')
        ;(inside ?? anchor.current)?.focus()
      }}
    >
      {children}
    </div>
  )
}
