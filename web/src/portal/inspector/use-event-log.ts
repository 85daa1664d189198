import { useRef, useState } from 'react'
import type { TelephonyEvent } from '../../../../packages/client/src/telephony-socket.ts'
import { usePortalEvents } from '../shell/portal-context.ts'

/** More would make the page slow. */
export const MOST_EVENTS = 300

export type LoggedEvent = TelephonyEvent & {
  key: number
  /** when it came here */
  at: number
}

export interface EventLog {
  /** newest first */
  events: readonly LoggedEvent[]
  paused: boolean
  /** how many came since it was paused */
  waiting: number
  togglePause: () => void
  clear: () => void
}

/** The events since the view was opened. While paused, new events are buffered. */
export function useEventLog(): EventLog {
  const [events, setEvents] = useState<readonly LoggedEvent[]>([])
  const [aside, setAside] = useState<readonly LoggedEvent[]>([])
  const [paused, setPaused] = useState(false)
  const last = useRef(0)
  usePortalEvents((event) => {
    // Only for clients that ask for it, as the portal does for its lists.
    if (event.name === 'changed') return
    last.current += 1
    const logged = { ...event, key: last.current, at: Date.now() }
    const add = (known: readonly LoggedEvent[]) => [logged, ...known].slice(0, MOST_EVENTS)
    if (paused) setAside(add)
    else setEvents(add)
  })
  return {
    events,
    paused,
    waiting: aside.length,
    togglePause() {
      if (paused) {
        setEvents([...aside, ...events].slice(0, MOST_EVENTS))
        setAside([])
      }
      setPaused(!paused)
    },
    clear() {
      setEvents([])
      setAside([])
    },
  }
}
