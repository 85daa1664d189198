import type { Extension } from '@switchboard/client/telephony'
import { useState } from 'react'
import { p } from '../../texts/portal-texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { usePortalEvents } from '../shell/portal-context.ts'
import styles from './extensions.module.css'

const stateLooks: Record<string, 'success' | 'plain' | 'warning'> = {
  AUTHENTICATED: 'success',
  UNAUTHENTICATED: 'plain',
  SLEEPING: 'warning',
}

/** Whether a phone is registered, and what it does, in words. */
export function SubscriberBadges({ subscriber }: { subscriber: Subscriber }) {
  const call = callText(subscriber)
  return (
    <span className={styles.badges}>
      <Badge look={stateLooks[subscriber.state] ?? 'plain'}>{stateText(subscriber)}</Badge>
      {call && <Badge look={subscriber.call_status === 'ringing' ? 'warning' : 'accent'}>{call}</Badge>}
    </span>
  )
}

export const stateText = ({ state }: Pick<Subscriber, 'state'>) =>
  (p.extensions.states as Record<string, string>)[state] ?? state

export const callText = ({ call_status: status }: Pick<Subscriber, 'call_status'>) =>
  (p.extensions.calls as Record<string, string>)[status] ?? status

export type Subscriber = Extension['subscriber']

interface SubscriberEvent {
  extension_id: string
  number: number
  state: string
  call_status: string
}

/** The state of the phones from events, which is newer than what was fetched with the extensions. */
export function useSubscribers() {
  const [heard, setHeard] = useState<ReadonlyMap<string, Subscriber>>(new Map())
  const [last, setLast] = useState<SubscriberEvent>()
  usePortalEvents(({ name, payload }) => {
    if (name === 'events.missed') setHeard(new Map())
    if (name !== 'extension.subscriber.updated') return
    const event = payload as SubscriberEvent
    setHeard((before) => new Map(before).set(event.extension_id, event))
    setLast(event)
  })
  return { last, subscriberOf: ({ _id, subscriber }: Extension) => heard.get(_id) ?? subscriber }
}
