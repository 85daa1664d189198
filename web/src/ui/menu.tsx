import { Menu as BaseMenu } from '@base-ui/react/menu'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { IconButton } from './button.tsx'
import { classNames } from './class-names.ts'
import styles from './menu.module.css'
import { topLayer } from './popover.tsx'

export interface MenuItem {
  label: string
  icon?: ReactNode
  look?: 'danger'
  disabled?: boolean
  /** Such as why it is disabled. */
  tooltip?: string | undefined
  onChoose: () => void
}

interface MenuProps {
  /** The accessible name of the button and the menu. */
  label: string
  icon: ReactNode
  /** Groups with a line between them. */
  groups: readonly (readonly MenuItem[])[]
  className?: string | undefined
  onOpenChange?: (open: boolean) => void
}

/** A button that opens a list of actions. */
export function Menu({ label, icon, groups, className, onOpenChange }: MenuProps) {
  const [open, setOpen] = useState(false)
  const root = useRef<HTMLSpanElement>(null)
  const button = useRef<HTMLButtonElement>(null)

  function change(next: boolean) {
    setOpen(next)
    onOpenChange?.(next)
  }
  function close() {
    // Before the action: a dialog that it opens gives the focus back to the button.
    button.current?.focus()
    change(false)
  }
  function onKey(event: KeyboardEvent) {
    if (event.key !== 'Escape' && event.key !== 'Tab') return
    // Only the menu closes, not the dialog or drawer around it.
    event.preventDefault()
    event.stopPropagation()
    close()
  }
  return (
    <span ref={root} className={className}>
      <BaseMenu.Root open={open} onOpenChange={change} modal={false}>
        <BaseMenu.Trigger render={<IconButton ref={button} label={label} />}>{icon}</BaseMenu.Trigger>
        <BaseMenu.Portal container={root}>
          <BaseMenu.Positioner {...topLayer} align="end" onKeyDown={onKey}>
            <BaseMenu.Popup aria-label={label} className={styles.menu}>
              {groups
                .filter((items) => items.length > 0)
                .map((items) => (
                  <div key={items[0]?.label} className={styles.group} role="presentation">
                    {items.map((item) => (
                      <BaseMenu.Item
                        key={item.label}
                        disabled={item.disabled ?? false}
                        title={item.tooltip}
                        className={classNames(styles.item, item.look === 'danger' && styles.danger)}
                        onClick={() => {
                          close()
                          item.onChoose()
                        }}
                      >
                        {item.icon}
                        {item.label}
                      </BaseMenu.Item>
                    ))}
                  </div>
                ))}
            </BaseMenu.Popup>
          </BaseMenu.Positioner>
        </BaseMenu.Portal>
      </BaseMenu.Root>
    </span>
  )
}
