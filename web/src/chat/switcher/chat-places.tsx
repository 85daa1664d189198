import { useEffect } from 'react'
import type { Place } from '../../shell/place.ts'
import { usePlaces } from './use-places.ts'

/** Finds streams, topics, people and views. Shows nothing. */
export function ChatPlaces({ onPlaces }: { onPlaces: (places: readonly Place[]) => void }) {
  const places = usePlaces()
  useEffect(() => onPlaces(places), [places, onPlaces])
  return null
}
