import { Autocomplete as Base } from '@base-ui/react/autocomplete'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { p } from '../../texts/portal-texts.ts'
import { Autocomplete, AutocompleteInput, AutocompleteList } from '../../ui/autocomplete.tsx'
import { Field } from '../../ui/field.tsx'
import { topLayer } from '../../ui/popover.tsx'
import styles from './search-field.module.css'
import { type Choice, SEARCH_SIZE, type Search } from './use-search.ts'

interface SearchFieldProps<Item extends Choice> {
  search: Search<Item>
  label: string
  hint?: ReactNode
  error?: string | undefined
  hideLabel?: boolean
  placeholder?: string | undefined
  disabled?: boolean
  required?: boolean
  maxLength?: number
  /** What is in the field while nobody searches: the name of what is chosen, or what was typed. */
  text: string
  onChoose: (item: Item) => void
  /** The field is for any text, and gets each one. Enter sends its form, or does something else. */
  onType?: (text: string) => void
  onEnter?: (() => void) | undefined
  /** Something was typed, but nothing chosen. */
  onLeave?: (typed: string) => void
}

/** A field that searches on the server, and a list of what was found. */
export function SearchField<Item extends Choice>(props: SearchFieldProps<Item>) {
  const { search, label, hint, error, hideLabel, text, onChoose, onType, onEnter, onLeave, ...rest } = props
  const { isOpen, typed, items } = search
  const root = useRef<HTMLDivElement>(null)
  const isWord = typed !== undefined && /[^\s\d()/.+*#-]/.test(typed)
  // A number that nobody has can be called, too. One that is typed whole leaves nothing to choose.
  const isWhole = items.length === 1 && items[0]?.key === typed?.trim()
  const isShown = isOpen && (!onType || isWord || (items.length > 0 && !isWhole) || search.error !== null)
  function leave() {
    if (!isOpen) return
    search.close()
    if (typed !== undefined) onLeave?.(typed)
  }
  function onKey(event: KeyboardEvent<HTMLInputElement>, active: HTMLElement | null): boolean {
    if (event.nativeEvent.isComposing) return true
    if (!isOpen && event.key !== 'Enter') return false
    if (event.key === 'Escape') {
      if (!isShown) return false
      // The dialog around it stays open.
      event.preventDefault()
      event.stopPropagation()
      search.close()
      return true
    }
    if (event.key !== 'Enter' || (isShown && active)) return false
    if (onType && !isWord) {
      if (onEnter && text.trim() !== '') {
        event.preventDefault()
        onEnter()
      }
      search.close()
    } else if (isOpen) {
      // A form is not sent while somebody is still choosing.
      event.preventDefault()
      if (!search.isSearching && !onType) leave()
    }
    return true
  }
  return (
    <div ref={root} className={styles.root}>
      <Field label={label} hint={hint} error={error} hideLabel={hideLabel ?? false}>
        {(control) => (
          <Autocomplete
            items={items}
            value={onType ? text : (typed ?? text)}
            onWrite={(written) => {
              search.type(written)
              onType?.(written)
            }}
            open={isShown}
            onOpenChange={(open) => (open ? search.open() : leave())}
            firstIsActive={isWord || (typed !== undefined && typed !== '' && !onType)}
            openOnClick
          >
            <AutocompleteInput
              {...control}
              {...rest}
              autoComplete="off"
              spellCheck={false}
              onKey={onKey}
              onBlur={leave}
              // Typing replaces the name of what is chosen.
              onClick={({ currentTarget }) => {
                if (!onType && typed === undefined) currentTarget.select()
              }}
            />
            {isShown && (
              <Base.Portal container={root}>
                <Base.Positioner
                  {...topLayer}
                  align="start"
                  // The field keeps the focus.
                  onMouseDown={(event) => event.preventDefault()}
                >
                  {/* Base UI's popup would hide the rest of the form from screen readers. */}
                  <div className={styles.popup}>
                    <SearchState search={search} />
                    <AutocompleteList<Item>
                      label={p.search.results}
                      className={styles.list}
                      itemClassName={styles.item}
                      keyOf={({ key }) => key}
                      onChoose={(item) => {
                        search.close()
                        onChoose(item)
                      }}
                    >
                      {(item) => (
                        <>
                          <span>{item.label}</span>
                          {item.detail && <span className={styles.detail}>{item.detail}</span>}
                        </>
                      )}
                    </AutocompleteList>
                    {items.length >= SEARCH_SIZE && <p className={styles.state}>{p.search.more}</p>}
                  </div>
                </Base.Positioner>
              </Base.Portal>
            )}
          </Autocomplete>
        )}
      </Field>
    </div>
  )
}

/** Read aloud: that the server is searching, that it found nothing, or why it failed. */
function SearchState({ search: { isSearching, error, items } }: { search: Search<Choice> }) {
  if (error !== null)
    return (
      <p role="alert" className={styles.failed}>
        {p.search.failed} {messageOf(error)}
      </p>
    )
  const words = isSearching ? p.search.searching : items.length === 0 ? p.search.nothing : ''
  return (
    <p role="status" className={words === '' ? 'visually-hidden' : styles.state}>
      {words || p.search.found(items.length)}
    </p>
  )
}
