import { Search, X } from 'lucide-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { t } from '../../texts/texts.ts'
import { IconButton } from '../../ui/button.tsx'
import { useCommand } from '../shortcuts/commands.ts'
import styles from './search-box.module.css'
import { SearchSuggestions } from './search-suggestions.tsx'
import type { Suggestion } from './suggest-search.ts'
import { useSearchField } from './use-search-field.ts'

/** A field for words and operators, with suggestions below. */
export function SearchBox() {
  const { text, setText, suggestions, isQuestion, search, clear, restore } = useSearchField()
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  const isOpen = open && suggestions.length > 0
  useCommand('search', () => {
    field.current?.focus()
    field.current?.select()
  })

  function close() {
    setOpen(false)
    setActive(-1)
  }
  function go(wanted: string) {
    close()
    if (search(wanted)) field.current?.blur()
    else setOpen(true)
  }
  function choose({ text: wanted, complete }: Suggestion) {
    setActive(-1)
    if (complete) go(wanted)
    else {
      setText(wanted)
      field.current?.focus()
    }
  }
  function press(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      setOpen(true)
      const count = suggestions.length + 1
      // One step further than the last is the field itself.
      setActive((at) => ((at + 1 + step + count) % count) - 1)
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      const chosen = isOpen ? suggestions[active] : undefined
      chosen ? choose(chosen) : go(text)
    } else if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      if (isOpen) return close()
      restore()
      field.current?.blur()
    }
  }
  return (
    <search className={styles.box}>
      <Search className={styles.sign} aria-hidden="true" />
      <input
        ref={field}
        className={styles.field}
        type="text"
        role="combobox"
        aria-label={t.search.label}
        placeholder={t.search.placeholder}
        aria-expanded={isOpen}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && active >= 0 ? `${id}-${active}` : undefined}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setActive(-1)
          setOpen(true)
        }}
        onFocus={() => setOpen(true)}
        onBlur={close}
        onKeyDown={press}
      />
      {text !== '' && (
        <IconButton
          label={t.search.clear}
          className={styles.clear}
          onClick={() => {
            clear()
            field.current?.focus()
          }}
        >
          <X />
        </IconButton>
      )}
      <SearchSuggestions
        id={id}
        open={isOpen}
        suggestions={suggestions}
        active={active}
        onChoose={choose}
        isQuestion={isQuestion}
      />
    </search>
  )
}
