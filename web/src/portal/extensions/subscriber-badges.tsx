import { p } from '../../texts/portal-texts.ts'
import { Badge } from '../../ui/badge.tsx'
import styles from './extensions.module.css'
import type { Subscriber } from './use-subscribers.ts'

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
