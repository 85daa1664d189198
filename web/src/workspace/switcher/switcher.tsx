import { QueryClientProvider } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { lazy, Suspense, useEffect, useId, useLayoutEffect, useMemo, useState } from 'react'
import { useChooser } from '../../chat/completion/use-chooser.ts'
import { encodeHashPart } from '../../chat/narrows/hash-encoding.ts'
import { openHash } from '../../chat/shell/route.ts'
import { ChatPlaces } from '../../chat/switcher/chat-places.tsx'
import type { Phones } from '../../portal/shell/phones-session.tsx'
import { PortalContext } from '../../portal/shell/portal-context.ts'
import { followAddress } from '../../shell/address.ts'
import type { Place } from '../../shell/place.ts'
import { t } from '../../texts/texts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { PlaceOption } from './place-option.tsx'
import { rankPlaces } from './rank-places.ts'
import styles from './switcher.module.css'
import { takeTyped } from './typed-ahead.ts'

const PhonePlaces = lazy(async () => ({
  default: (await import('../../portal/switcher/phone-places.tsx')).PhonePlaces,
}))

interface SwitcherProps {
  hasChat: boolean
  phones: Phones | undefined
  onClose: () => void
}

/** A field that finds every place of chat and phones by the beginnings of its words. */
export function Switcher({ hasChat, phones, onClose }: SwitcherProps) {
  const [entered, setEntered] = useState<string>()
  const query = entered ?? ''
  // A layout effect: the field has the focus and what was typed ahead before another key can arrive.
  useLayoutEffect(() => {
    const typed = takeTyped()
    setEntered((later = '') => typed + later)
  }, [])
  const [ofChat, setOfChat] = useState<readonly Place[]>([])
  const [ofPhones, setOfPhones] = useState<readonly Place[]>([])
  const places = useMemo(() => rankPlaces([...ofChat, ...ofPhones], query), [ofChat, ofPhones, query])
  const listId = useId()
  function go(address: string) {
    onClose()
    if (address.startsWith('/#')) openHash(address.slice(1))
    else followAddress(address)
  }
  const chooser = useChooser<Place>({
    listId,
    items: places,
    query,
    onChoose: ({ address }) => go(address),
    onDismiss: onClose,
  })
  const activeId = chooser.active && chooser.idOf(chooser.active)
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])
  return (
    <Dialog title={t.switcher.title} look="palette" onClose={onClose}>
      {hasChat && <ChatPlaces onPlaces={setOfChat} />}
      {phones && (
        <QueryClientProvider client={phones.queries}>
          <PortalContext value={phones.portal}>
            <Suspense>
              <PhonePlaces query={query} onPlaces={setOfPhones} />
            </Suspense>
          </PortalContext>
        </QueryClientProvider>
      )}
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
          onChange={(event) => setEntered(event.target.value)}
          onKeyDown={(event) => {
            if (chooser.onKey(event) || event.nativeEvent.isComposing) return
            if (event.key !== 'Enter' || query.trim() === '' || !hasChat) return
            event.preventDefault()
            go(`/#narrow/search/${encodeHashPart(query.trim())}`)
          }}
        />
      </div>
      <span className="visually-hidden" role="status">
        {t.switcher.found(places.length)}
      </span>
      {places.length === 0 && (
        <p className={styles.empty}>{hasChat ? t.switcher.nothingFound : t.switcher.noPlace}</p>
      )}
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
