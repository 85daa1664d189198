import { QueryClientProvider } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { type KeyboardEvent, lazy, Suspense, useLayoutEffect, useMemo, useState } from 'react'
import { folded, matchesWords } from '../../chat/completion/match-words.ts'
import { encodeHashPart } from '../../chat/narrows/narrow-hash.ts'
import { openHash } from '../../chat/narrows/route.ts'
import { ChatPlaces } from '../../chat/switcher/chat-places.tsx'
import type { Phones } from '../../portal/shell/phones-session.tsx'
import { PortalContext } from '../../portal/shell/portal-context.ts'
import { followAddress } from '../../shell/address.ts'
import type { Place } from '../../shell/place.ts'
import { t } from '../../texts/texts.ts'
import { Autocomplete, AutocompleteInput, AutocompleteList } from '../../ui/autocomplete.tsx'
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
  function go(address: string) {
    onClose()
    if (address.startsWith('/#')) openHash(address.slice(1))
    else followAddress(address)
  }
  function onKey(event: KeyboardEvent, active: HTMLElement | null): boolean {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey
    if (event.nativeEvent.isComposing) return true
    if (event.key === 'Escape') {
      event.preventDefault()
      onClose()
      return true
    }
    if (event.key === 'Tab' && active && isPlain) {
      event.preventDefault()
      active.click()
      return true
    }
    if (event.key !== 'Enter' || active || query.trim() === '' || !hasChat) return false
    event.preventDefault()
    go(`/#narrow/search/${encodeHashPart(query.trim())}`)
    return true
  }
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
      <Autocomplete items={places} value={query} onWrite={setEntered} open inline firstIsActive>
        <div className={styles.head}>
          <Search aria-hidden="true" />
          <AutocompleteInput
            className={styles.field}
            aria-label={t.switcher.field}
            placeholder={t.switcher.field}
            autoFocus
            onKey={onKey}
          />
        </div>
        <span className="visually-hidden" role="status">
          {t.switcher.found(places.length)}
        </span>
        {places.length === 0 && (
          <p className={styles.empty}>{hasChat ? t.switcher.nothingFound : t.switcher.noPlace}</p>
        )}
        <AutocompleteList<Place>
          label={t.switcher.places}
          className={styles.list}
          itemClassName={styles.option}
          keyOf={keyOf}
          onChoose={({ address }) => go(address)}
        >
          {(place) => <PlaceContent {...place} />}
        </AutocompleteList>
      </Autocomplete>
      <p className={styles.hint}>{t.switcher.hint}</p>
    </Dialog>
  )
}

const keyOf = ({ key }: Place) => key

function PlaceContent({ label, detail, picture, unread, mentions }: Place) {
  return (
    <>
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
    </>
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
