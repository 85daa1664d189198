import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { IconButton } from './button.tsx'
import { classNames } from './class-names.ts'
import styles from './menu.module.css'
import { placeBeside } from './place-beside.ts'

export interface MenuItem {
  label: string
  icon?: ReactNode
  look?: 'danger'
  disabled?: boolean
  onChoose: () => void
}

interface MenuProps {
  /** What the button says to those who cannot see it. */
  label: string
  icon: ReactNode
  /** Groups with a line between them. */
  groups: readonly (readonly MenuItem[])[]
  className?: string | undefined
  onOpenChange?: (open: boolean) => void
}

/** A button that opens a list of things to do. */
export function Menu({ label, icon, groups, className, onOpenChange }: MenuProps) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLSpanElement>(null)
  const id = useId()

  function toggle(next: boolean) {
    setOpen(next)
    onOpenChange?.(next)
    if (!next) button.current?.querySelector('button')?.focus()
  }
  return (
    <span ref={button} className={className}>
      <IconButton
        label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => toggle(!open)}
      >
        {icon}
      </IconButton>
      {open && <MenuList id={id} label={label} groups={groups} onClose={() => toggle(false)} />}
    </span>
  )
}

interface MenuListProps {
  id: string
  label: string
  groups: MenuProps['groups']
  onClose: () => void
}

function MenuList({ id, label, groups, onClose }: MenuListProps) {
  const list = useRef<HTMLDivElement>(null)
  const close = useRef(onClose)
  close.current = onClose
  useEffect(() => {
    const shown = list.current
    if (!shown) return
    // In the top layer nothing cuts it off.
    shown.showPopover()
    placeBeside(shown, shown.parentElement)
    shown.querySelector<HTMLElement>('[role=menuitem]:not(:disabled)')?.focus()
    const closeOutside = (event: Event) => {
      if (!shown.contains(event.target as Node) && !shown.parentElement?.contains(event.target as Node))
        close.current()
    }
    document.addEventListener('pointerdown', closeOutside)
    return () => document.removeEventListener('pointerdown', closeOutside)
  }, [])

  function move(event: KeyboardEvent) {
    event.stopPropagation()
    if (event.key === 'Escape' || event.key === 'Tab') {
      event.preventDefault()
      onClose()
      return
    }
    const items = [...(list.current?.querySelectorAll<HTMLElement>('[role=menuitem]:not(:disabled)') ?? [])]
    const at = items.indexOf(document.activeElement as HTMLElement)
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key]
    if (next === undefined) return
    event.preventDefault()
    items[(next + items.length) % items.length]?.focus()
  }
  return (
    <div
      ref={list}
      id={id}
      role="menu"
      aria-label={label}
      popover="manual"
      className={styles.menu}
      onKeyDown={move}
      tabIndex={-1}
    >
      {groups
        .filter((items) => items.length > 0)
        .map((items) => (
          <div key={items[0]?.label} className={styles.group} role="presentation">
            {items.map((item) => (
              <button
                key={item.label}
                type="button"
                role="menuitem"
                tabIndex={-1}
                disabled={item.disabled}
                className={classNames(styles.item, item.look === 'danger' && styles.danger)}
                onClick={() => {
                  onClose()
                  item.onChoose()
                }}
              >
                {item.icon}
                {item.label}
              </button>
            ))}
          </div>
        ))}
    </div>
  )
}
