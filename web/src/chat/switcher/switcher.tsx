import { Search } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { t } from '../../texts/texts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { useChooser } from '../completion/use-chooser.ts'
import { openHash, useNarrowHash } from '../shell/route.ts'
import type { Place } from './place.ts'
import { PlaceOption } from './place-option.tsx'
import styles from './switcher.module.css'
import { takeTyped } from './typed-ahead.ts'
import { usePlaces } from './use-places.ts'

/** A field that finds every place by the beginnings of its words. */
export function Switcher({ onClose }: { onClose: () => void }) {
  const [query, setQuery] = useState('')
  useEffect(() => {
    const typed = takeTyped()
    if (typed !== '') setQuery((later) => typed + later)
  }, [])
  const places = usePlaces(query)
  const hashOf = useNarrowHash()
  const listId = useId()
  const go = (hash: string) => {
    onClose()
    openHash(hash)
  }
  const chooser = useChooser<Place>({
    listId,
    items: places,
    query,
    onChoose: ({ hash }) => go(hash),
    onDismiss: onClose,
  })
  const activeId = chooser.active && chooser.idOf(chooser.active)
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])
  return (
    <Dialog title={t.switcher.title} look="palette" onClose={onClose}>
      <div className={styles.head}>
        <Search aria-hidden="true" />
        <input
          className={styles.field}
          type="text"
          role="combobox"
          aria-label={t.switcher.field}
          placeholder={t.switcher.field}
          aria-expanded={places.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={activeId}
          autoComplete="off"
          spellCheck={false}
          autoFocus
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={(event) => {
            if (chooser.onKey(event) || event.nativeEvent.isComposing) return
            if (event.key !== 'Enter' || query.trim() === '') return
            event.preventDefault()
            go(hashOf({ kind: 'search', terms: [{ operator: 'search', operand: query.trim() }] }))
          }}
        />
      </div>
      <span className="visually-hidden" role="status">
        {t.switcher.found(places.length)}
      </span>
      {places.length === 0 && <p className={styles.empty}>{t.switcher.nothingFound}</p>}
      <div id={listId} role="listbox" aria-label={t.switcher.places} className={styles.list}>
        {places.map((place) => (
          <PlaceOption
            key={place.key}
            id={chooser.idOf(place)}
            place={place}
            active={place === chooser.active}
            onChoose={() => chooser.choose(place)}
          />
        ))}
      </div>
      <p className={styles.hint}>{t.switcher.hint}</p>
    </Dialog>
  )
}
