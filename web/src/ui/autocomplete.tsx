import { Autocomplete as Base } from '@base-ui/react/autocomplete'
import { type ComponentProps, createElement, type KeyboardEvent, type ReactNode } from 'react'

interface AutocompleteProps<Item> {
  items: readonly Item[]
  value: string
  onWrite: (value: string) => void
  open: boolean
  /** Not called when an item was chosen: the list decides. */
  onOpenChange?: (open: boolean) => void
  /** The list is not a popup: it is there as long as it is rendered. */
  inline?: boolean
  /** The first item is active until another one is. */
  firstIsActive?: boolean
  openOnClick?: boolean
  children: ReactNode
}

/** A field for any text, and suggestions that the caller has found. The focus stays in the field. */
export function Autocomplete<Item>(props: AutocompleteProps<Item>) {
  const { items, value, onWrite, open, onOpenChange, children } = props
  return (
    <Base.Root
      mode="none"
      items={items}
      value={value}
      onValueChange={(text, { reason }) => {
        if (reason === 'input-change') onWrite(text)
      }}
      open={open}
      onOpenChange={(next, { reason }) => {
        if (reason !== 'item-press') onOpenChange?.(next)
      }}
      inline={props.inline ?? false}
      autoHighlight={props.firstIsActive ? 'always' : false}
      highlightItemOnHover={false}
      openOnInputClick={props.openOnClick ?? false}
    >
      {children}
    </Base.Root>
  )
}

/** `onKey` gets every key first, and returns whether the list must not get it. */
export function AutocompleteInput({
  onKey,
  ...rest
}: Omit<ComponentProps<typeof Base.Input>, 'onKeyDown'> & {
  onKey: (event: KeyboardEvent<HTMLInputElement>, active: HTMLElement | null) => boolean
}) {
  return (
    <Base.Input
      {...rest}
      type="text"
      aria-autocomplete="list"
      onKeyDown={(event) => {
        const active = document.getElementById(
          event.currentTarget.getAttribute('aria-activedescendant') ?? '',
        )
        // The cursor moves in the text, and Escape is for the caller.
        const isOwn = ['Home', 'End', 'Escape'].includes(event.key)
        if (onKey(event, active) || isOwn) event.preventBaseUIHandler()
      }}
    />
  )
}

interface AutocompleteListProps<Item> {
  label: string
  className: string | undefined
  itemClassName: string | undefined
  keyOf: (item: Item) => string
  onChoose: (item: Item) => void
  children: (item: Item) => ReactNode
}

export function AutocompleteList<Item>(props: AutocompleteListProps<Item>) {
  const { label, className, itemClassName, keyOf, onChoose, children } = props
  return (
    <Base.List aria-label={label} className={className}>
      {(item: Item) => (
        <Base.Item
          key={keyOf(item)}
          value={item}
          className={itemClassName}
          onClick={() => onChoose(item)}
          render={(given, { highlighted }) =>
            createElement('div', { ...given, 'aria-selected': highlighted })
          }
        >
          {children(item)}
        </Base.Item>
      )}
    </Base.List>
  )
}
