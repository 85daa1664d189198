import type { Place } from '../../shell/place.ts'
import { matchBeginnings } from './match-beginnings.ts'

const MOST = 40

/** What fits the query, the likeliest first. Without a query: what is unread, then what was written in last. */
export function rankPlaces(places: readonly Place[], query: string): Place[] {
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
    .slice(0, MOST)
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
    .slice(0, MOST)
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
