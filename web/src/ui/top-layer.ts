import styles from './top-layer.module.css'

/** Props of a positioner: it is above everything, never clipped, and at a distance from the edges of the window. */
export const topLayer = {
  popover: 'manual',
  ref: (element: HTMLElement | null) => element?.showPopover(),
  className: styles.layer,
  positionMethod: 'fixed',
  sideOffset: 4,
  collisionPadding: 8,
} as const
