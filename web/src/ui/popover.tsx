import { Popover as BasePopover } from '@base-ui/react/popover'
import { type ReactNode, type RefObject, useRef } from 'react'
import styles from './popover.module.css'

interface PopoverProps {
  /** The element that opened it, or that contains the button that did. */
  anchor: RefObject<HTMLElement | null>
  label: string
  onClose: () => void
  children: ReactNode
}

/** A small box beside the element that opened it, above everything else. Rendered only while it is open. */
export function Popover({ anchor, label, onClose, children }: PopoverProps) {
  const root = useRef<HTMLSpanElement>(null)
  return (
    <span ref={root}>
      <BasePopover.Root
        open
        onOpenChange={(_, { reason, event }) => {
          // A press on the anchor closes it by itself.
          const isOnAnchor = anchor.current?.contains(event.target as Node | null)
          if (reason === 'outside-press' && isOnAnchor) return
          onClose()
          if (reason === 'escape-key') (anchor.current?.querySelector('button') ?? anchor.current)?.focus()
        }}
      >
        <BasePopover.Portal container={root}>
          <BasePopover.Positioner
            {...topLayer}
            anchor={anchor}
            align="end"
            onKeyDown={(event) => event.stopPropagation()}
          >
            <BasePopover.Popup aria-label={label} className={styles.popover} finalFocus={false}>
              {children}
            </BasePopover.Popup>
          </BasePopover.Positioner>
        </BasePopover.Portal>
      </BasePopover.Root>
    </span>
  )
}

/** Props of a positioner: it is above everything, never clipped, and at a distance from the edges of the window. */
export const topLayer = {
  popover: 'manual',
  ref: (element: HTMLElement | null) => element?.showPopover(),
  className: styles.layer,
  positionMethod: 'fixed',
  sideOffset: 4,
  collisionPadding: 8,
} as const
