import { type InputHTMLAttributes, type KeyboardEvent, type RefObject, useState } from 'react'
import { Autocomplete, AutocompleteInput, AutocompleteList } from '../../ui/autocomplete.tsx'
import { classNames } from '../../ui/class-names.ts'
import styles from './combo-field.module.css'
import type { Suggestion } from './suggestion.ts'
import { SuggestionContent, SuggestionCount, suggestionStyles } from './suggestion-list.tsx'

interface ComboFieldProps<Item extends Suggestion>
  extends Pick<InputHTMLAttributes<HTMLInputElement>, 'className' | 'placeholder' | 'onFocus' | 'onBlur'> {
  label: string
  input?: RefObject<HTMLInputElement | null> | undefined
  value: string
  onWrite: (value: string) => void
  suggestions: readonly Item[]
  onChoose: (item: Item) => void
  /** Enter, when nothing is proposed. */
  onEnter?: () => void
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void
  invalid?: boolean
}

const keyOf = ({ key }: Suggestion) => key

/** A line of text with proposals. */
export function ComboField<Item extends Suggestion>(props: ComboFieldProps<Item>) {
  const { label, input, value, onWrite, suggestions, onChoose, onEnter, onKeyDown, invalid, ...rest } = props
  const [wanted, setWanted] = useState(false)
  const isOpen = wanted && suggestions.length > 0
  function onKey(event: KeyboardEvent<HTMLInputElement>, active: HTMLElement | null): boolean {
    const { key } = event
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey
    if (event.nativeEvent.isComposing) return true
    if (isOpen && isPlain && (key === 'Tab' || key === 'Escape')) {
      event.preventDefault()
      event.stopPropagation()
      if (key === 'Tab') active?.click()
      setWanted(false)
      return true
    }
    if (isOpen && isPlain && (key === 'Enter' || key === 'ArrowDown' || key === 'ArrowUp')) return false
    // Enter would send the message while the user is still choosing its destination.
    if (key === 'Enter') {
      event.preventDefault()
      onEnter?.()
    }
    onKeyDown?.(event)
    return key === 'Enter'
  }
  return (
    <div className={classNames(styles.frame, rest.className)}>
      <Autocomplete
        items={suggestions}
        value={value}
        onWrite={(text) => {
          setWanted(true)
          onWrite(text)
        }}
        open={isOpen}
        onOpenChange={setWanted}
        firstIsActive
        openOnClick
      >
        <AutocompleteInput
          ref={input}
          aria-label={label}
          aria-invalid={invalid || undefined}
          className={styles.input}
          placeholder={rest.placeholder}
          onKey={onKey}
          onFocus={rest.onFocus}
          onBlur={(event) => {
            setWanted(false)
            rest.onBlur?.(event)
          }}
        />
        <SuggestionCount count={isOpen ? suggestions.length : 0} />
        {isOpen && (
          <AutocompleteList<Item>
            label={label}
            keyOf={keyOf}
            onChoose={(item) => {
              setWanted(false)
              onChoose(item)
            }}
            className={suggestionStyles.list}
            itemClassName={suggestionStyles.item}
          >
            {(item) => <SuggestionContent {...item} />}
          </AutocompleteList>
        )}
      </Autocomplete>
    </div>
  )
}
