import { type InputHTMLAttributes, type RefObject, useId, useState } from 'react'
import { classNames } from '../../ui/class-names.ts'
import styles from './combo-field.module.css'
import type { Suggestion } from './suggestion.ts'
import { SuggestionList } from './suggestion-list.tsx'
import { useChooser } from './use-chooser.ts'

interface ComboFieldProps<Item extends Suggestion>
  extends Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange'> {
  label: string
  input?: RefObject<HTMLInputElement | null> | undefined
  value: string
  onWrite: (value: string) => void
  suggestions: readonly Item[]
  onChoose: (item: Item) => void
  /** Enter, when nothing is proposed. */
  onEnter?: () => void
  invalid?: boolean
}

/** A line of text with proposals. */
export function ComboField<Item extends Suggestion>(props: ComboFieldProps<Item>) {
  const { label, input, value, onWrite, suggestions, onChoose, onEnter, invalid, className, ...rest } = props
  const listId = useId()
  const [isOpen, setOpen] = useState(false)
  const items = isOpen ? suggestions : []
  const chooser = useChooser({
    listId,
    items,
    query: value,
    onChoose(item) {
      setOpen(false)
      onChoose(item)
    },
    onDismiss: () => setOpen(false),
  })
  return (
    <div className={classNames(styles.frame, className)}>
      <input
        {...rest}
        ref={input}
        type="text"
        role="combobox"
        autoComplete="off"
        aria-label={label}
        aria-autocomplete="list"
        aria-expanded={items.length > 0}
        aria-controls={items.length > 0 ? listId : undefined}
        aria-activedescendant={items.length > 0 && chooser.active ? chooser.idOf(chooser.active) : undefined}
        aria-invalid={invalid || undefined}
        className={styles.input}
        value={value}
        onChange={(event) => {
          setOpen(true)
          onWrite(event.target.value)
        }}
        onClick={() => setOpen(true)}
        onKeyDown={(event) => {
          if (!isOpen && event.key === 'ArrowDown') {
            event.preventDefault()
            setOpen(true)
          } else if (!chooser.onKey(event)) {
            // Enter would send the message while the user is still choosing its destination.
            if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
              event.preventDefault()
              onEnter?.()
            }
            rest.onKeyDown?.(event)
          }
        }}
        onBlur={(event) => {
          setOpen(false)
          rest.onBlur?.(event)
        }}
      />
      <SuggestionList chooser={chooser} label={label} />
    </div>
  )
}
