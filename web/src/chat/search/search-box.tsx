import { Search, X } from 'lucide-react'
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { t } from '../../texts/texts.ts'
import { Autocomplete, AutocompleteInput } from '../../ui/autocomplete.tsx'
import { IconButton } from '../../ui/button.tsx'
import { useCommand } from '../shortcuts/commands.ts'
import styles from './search-box.module.css'
import { SearchSuggestions } from './search-suggestions.tsx'
import type { Suggestion } from './suggest-search.ts'
import { useSearchField } from './use-search-field.ts'

/** A field for words and operators, with suggestions below. */
export function SearchBox() {
  const { text, setText, suggestions, isQuestion, search, clear, restore } = useSearchField()
  const [wanted, setWanted] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const isOpen = wanted && suggestions.length > 0
  /** A new list after each step: none of what it proposes next is active yet. */
  const [round, setRound] = useState(0)
  useLayoutEffect(() => {
    if (round === 0) return
    field.current?.focus()
    field.current?.setSelectionRange(field.current.value.length, field.current.value.length)
  }, [round])
  useCommand('search', () => {
    field.current?.focus()
    field.current?.select()
  })

  function go(words: string) {
    const isDone = search(words)
    setWanted(!isDone)
    if (isDone) field.current?.blur()
  }
  function choose({ text: words, complete }: Suggestion) {
    if (complete) go(words)
    else {
      setText(words)
      if (field.current?.hasAttribute('aria-activedescendant')) setRound((last) => last + 1)
      else field.current?.focus()
    }
  }
  function onKey(event: KeyboardEvent, active: HTMLElement | null): boolean {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      if (isOpen && active) return false
      event.preventDefault()
      go(text)
      return true
    }
    if (event.key !== 'Escape') return false
    event.preventDefault()
    event.stopPropagation()
    if (isOpen) setWanted(false)
    else {
      restore()
      field.current?.blur()
    }
    return true
  }
  return (
    <search className={styles.box}>
      <Autocomplete
        key={round}
        items={suggestions}
        value={text}
        onWrite={(next) => {
          setText(next)
          setWanted(true)
        }}
        open={isOpen}
        onOpenChange={setWanted}
      >
        <Search className={styles.sign} aria-hidden="true" />
        <AutocompleteInput
          ref={field}
          className={styles.field}
          aria-label={t.search.label}
          placeholder={t.search.placeholder}
          enterKeyHint="search"
          onFocus={() => setWanted(true)}
          onBlur={() => setWanted(false)}
          onKey={onKey}
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
        {isOpen && <SearchSuggestions isQuestion={isQuestion} onChoose={choose} />}
        <span className="visually-hidden" role="status">
          {isOpen && (isQuestion ? t.search.whichOne : t.search.count(suggestions.length))}
        </span>
      </Autocomplete>
    </search>
  )
}
