import { SavedCheck } from '../../settings/saved-check.tsx'
import { t } from '../../texts/texts.ts'
import type { Subscription } from '../state/chat-state.ts'
import { ColorChoice } from './color-choice.tsx'
import styles from './stream-details.module.css'
import { type OwnProperty, useChangeSubscription } from './use-change-subscription.ts'

/** The user's own settings of the stream. */
export function OwnStreamSettings({ subscription }: { subscription: Subscription }) {
  const change = useChangeSubscription()
  const id = subscription.stream_id
  const check = (property: OwnProperty & keyof Subscription, label: string, hint?: string) => (
    <SavedCheck
      label={label}
      hint={hint}
      checked={subscription[property] === true}
      save={(value) => change(id, property, value)}
    />
  )
  return (
    <section className={styles.section} aria-label={t.streams.own}>
      <h3>{t.streams.own}</h3>
      {check('is_muted', t.streams.muted, t.streams.mutedHint)}
      {check('pin_to_top', t.streams.pinned)}
      {check('desktop_notifications', t.streams.desktop)}
      {check('audible_notifications', t.streams.sound)}
      {check('wildcard_mentions_notify', t.streams.wildcard)}
      <ColorChoice color={subscription.color} save={(color) => change(id, 'color', color)} />
    </section>
  )
}
