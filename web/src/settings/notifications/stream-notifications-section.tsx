import { messageOf } from '../../api/api-failure.ts'
import type { Subscription } from '../../chat/state/chat-state.ts'
import { useChat } from '../../chat/state/workspace.ts'
import { sortStreams } from '../../chat/streams/sort-streams.ts'
import { StreamName } from '../../chat/streams/stream-name.tsx'
import { type OwnProperty, useChangeSubscription } from '../../chat/streams/use-change-subscription.ts'
import { t } from '../../texts/texts.ts'
import { useSavedValue } from '../../ui/saved-check.tsx'
import { Table } from '../../ui/table.tsx'
import { SettingsSection } from '../settings-section.tsx'
import styles from './stream-notifications-section.module.css'

type Switch = Exclude<OwnProperty, 'color'>

/** What differs from stream to stream. */
export function StreamNotificationsSection() {
  const subscriptions = useChat((state) => state.subscriptions)
  const texts = t.settings.notifications
  const columns: readonly { property: Switch; label: string }[] = [
    { property: 'desktop_notifications', label: texts.columnDesktop },
    { property: 'audible_notifications', label: texts.columnSound },
    { property: 'wildcard_mentions_notify', label: texts.columnWildcard },
    { property: 'is_muted', label: texts.columnMuted },
  ]
  return (
    <SettingsSection title={texts.perStream} intro={texts.perStreamText}>
      {subscriptions.size === 0 ? (
        <p>{texts.noStreams}</p>
      ) : (
        <Table label={texts.perStream} headings={[texts.columnStream, ...columns.map(({ label }) => label)]}>
          {sortStreams([...subscriptions.values()]).map((subscription) => (
            <tr key={subscription.stream_id}>
              <td>
                <StreamName stream={subscription} />
              </td>
              {columns.map(({ property, label }) => (
                <td key={property} className={styles.cell}>
                  <StreamSwitch subscription={subscription} property={property} label={label} />
                </td>
              ))}
            </tr>
          ))}
        </Table>
      )}
    </SettingsSection>
  )
}

function StreamSwitch({
  subscription,
  property,
  label,
}: {
  subscription: Subscription
  property: Switch
  label: string
}) {
  const store = useChangeSubscription()
  const { shown, error, change } = useSavedValue(subscription[property], (value) =>
    store(subscription.stream_id, property, value),
  )
  return (
    <>
      <input
        type="checkbox"
        aria-label={`${subscription.name}: ${label}`}
        checked={shown}
        onChange={(event) => change(event.target.checked)}
      />
      {error !== undefined && (
        <p className={styles.error} role="alert">
          {messageOf(error)}
        </p>
      )}
    </>
  )
}
