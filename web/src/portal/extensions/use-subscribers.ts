import type { Extension } from '@switchboard/client/telephony'
import { useState } from 'react'
import { usePortalEvents } from '../shell/portal-context.ts'

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
