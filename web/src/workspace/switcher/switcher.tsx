import { QueryClientProvider } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { lazy, Suspense, useEffect, useId, useLayoutEffect, useMemo, useState } from 'react'
import { folded, matchesWords } from '../../chat/completion/match-words.ts'
import { useChooser } from '../../chat/completion/use-chooser.ts'
import { encodeHashPart } from '../../chat/narrows/hash-encoding.ts'
import { openHash } from '../../chat/narrows/route.ts'
import { ChatPlaces } from '../../chat/switcher/chat-places.tsx'
import type { Phones } from '../../portal/shell/phones-session.tsx'
import { PortalContext } from '../../portal/shell/portal-context.ts'
import { followAddress } from '../../shell/address.ts'
import type { Place } from '../../shell/place.ts'
import { t } from '../../texts/texts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { CountBadge } from '../../ui/badge.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Dialog } from '../../ui/dialog.tsx'
import styles from './switcher.module.css'
import { takeTyped } from './typed-ahead.ts'

const MAX_COUNT = 40

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

interface PlaceOptionProps {
  id: string
  place: Place
  active: boolean
  onChoose: () => void
}

function PlaceOption({ id, place, active, onChoose }: PlaceOptionProps) {
  const { label, detail, picture, unread, mentions } = place
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys go to the field
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={active}
      className={styles.option}
      // The focus stays in the field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      {'icon' in picture ? (
        <picture.icon aria-hidden="true" />
      ) : (
        <Avatar url={picture.avatar} name={label} size="small" />
      )}
      <span className={classNames(styles.label, unread > 0 && styles.waiting)}>{label}</span>
      {detail && <span className={styles.detail}>{detail}</span>}
      <span className={styles.counts}>
        <CountBadge count={mentions} look="mention" label={t.sidebar.mentionCount(mentions)} />
        <CountBadge count={unread} label={t.sidebar.unread} />
      </span>
    </div>
  )
}

/** What fits the query, the likeliest first. Without a query: what is unread, then what was written in last. */
function rankPlaces(places: readonly Place[], query: string): Place[] {
  if (query.trim() === '') return waitingAndRecent(places)
  return places
    .map((place) => ({ place, fit: fitOf(place, query) }))
    .filter(({ fit }) => fit !== undefined)
    .sort(
      (one, other) =>
        one.fit! - other.fit! ||
        one.place.order - other.place.order ||
        other.place.newest - one.place.newest ||
        one.place.label.localeCompare(other.place.label),
    )
    .slice(0, MAX_COUNT)
    .map(({ place }) => place)
}

function waitingAndRecent(places: readonly Place[]): Place[] {
  return places
    .filter((place) => place.unread > 0 || place.newest > 0 || place.isPage)
    .sort(
      (one, other) =>
        Number(other.mentions > 0) - Number(one.mentions > 0) ||
        Number(other.unread > 0) - Number(one.unread > 0) ||
        other.newest - one.newest,
    )
    .slice(0, MAX_COUNT)
}

/** A topic is also found with the name of its stream before or after it. */
function fitOf({ label, detail }: Place, query: string): number | undefined {
  const wanted = query.replace(/^[#@]/, '')
  const fit = matchBeginnings(label, wanted)
  if (fit !== undefined || detail === undefined) return fit
  const stream = detail.replace(/^#/, '')
  const wider = matchBeginnings(`${label} ${stream}`, wanted) ?? matchBeginnings(`${stream} ${label}`, wanted)
  return wider === undefined ? undefined : wider + 3
}

/**
 * How well a text fits what was typed; the smaller the better, undefined: not at all. 0: it begins like that; 1: each
 * typed word begins one of its words; 2: the letters are beginnings of its words in their order ("gelu": general lunch).
 */
function matchBeginnings(text: string, query: string): 0 | 1 | 2 | undefined {
  const wanted = folded(query.trim())
  const given = folded(text)
  if (given.startsWith(wanted)) return 0
  if (matchesWords(given, wanted)) return 1
  const words = given.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
  return isMadeOfBeginnings(wanted.replace(/\s+/g, ''), words, 0) ? 2 : undefined
}

function isMadeOfBeginnings(letters: string, words: readonly string[], from: number): boolean {
  if (letters === '') return true
  for (let at = from; at < words.length; at += 1) {
    const word = words[at]!
    let length = 0
    while (length < letters.length && word[length] === letters[length]) length += 1
    for (; length > 0; length -= 1) {
      if (isMadeOfBeginnings(letters.slice(length), words, at + 1)) return true
    }
  }
  return false
}
