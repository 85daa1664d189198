import { p } from '../../texts/portal-texts.ts'
import { CheckField } from '../../ui/field.tsx'
import { ALL_EVENTS, webhookEvents } from './webhook-events.ts'
import styles from './webhooks.module.css'

/** All events, or some of them. */
export function EventChoice({
  events,
  error,
  onChange,
}: {
  events: readonly string[]
  error: string | undefined
  onChange: (events: readonly string[]) => void
}) {
  const all = events.includes(ALL_EVENTS)
  return (
    <fieldset className={styles.events}>
      <legend>{p.webhooks.chosenEvents}</legend>
      <CheckField
        label={p.webhooks.allEvents}
        hint={p.webhooks.allEventsHint}
        checked={all}
        onChange={(event) => onChange(event.target.checked ? [ALL_EVENTS] : [])}
      />
      {!all &&
        webhookEvents.map((name) => (
          <CheckField
            key={name}
            label={
              <>
                {p.webhooks.names[name]} <code className={styles.code}>{name}</code>
              </>
            }
            checked={events.includes(name)}
            onChange={(event) =>
              onChange(event.target.checked ? [...events, name] : events.filter((other) => other !== name))
            }
          />
        ))}
      {(error || events.length === 0) && (
        <p className={styles.error} role="status">
          {error ?? p.webhooks.nothingChosen}
        </p>
      )}
    </fieldset>
  )
}
