import { ChevronRight, Hash } from 'lucide-react'
import type { RefObject } from 'react'
import { t } from '../../texts/texts.ts'
import { classNames } from '../../ui/class-names.ts'
import type { Destination } from './destination.ts'
import styles from './destination-fields.module.css'
import { PeopleField } from './people-field.tsx'
import { StreamField } from './stream-field.tsx'
import { TopicField } from './topic-field.tsx'

export interface DestinationInputs {
  stream: RefObject<HTMLInputElement | null>
  topic: RefObject<HTMLInputElement | null>
  people: RefObject<HTMLInputElement | null>
}

interface DestinationFieldsProps {
  destination: Destination
  inputs: DestinationInputs
  onChange: (destination: Destination) => void
  /** Everything is chosen: on to the text. */
  onDone: () => void
}

/** Where it goes: a topic of a stream, or people. */
export function DestinationFields({ destination, inputs, onChange, onDone }: DestinationFieldsProps) {
  return (
    <div className={styles.row}>
      <KindSwitch
        kind={destination.kind}
        onChange={(kind) =>
          onChange(kind === 'stream' ? { kind, streamId: undefined, topic: '' } : { kind, userIds: [] })
        }
      />
      {destination.kind === 'stream' ? (
        <div className={styles.fields}>
          <Hash className={styles.sign} />
          <StreamField
            input={inputs.stream}
            streamId={destination.streamId}
            onChoose={(streamId) => onChange({ ...destination, streamId })}
            onDone={() => inputs.topic.current?.focus()}
          />
          <ChevronRight className={styles.sign} />
          <TopicField
            input={inputs.topic}
            streamId={destination.streamId}
            topic={destination.topic}
            onWrite={(topic) => onChange({ ...destination, topic })}
            onDone={onDone}
          />
        </div>
      ) : (
        <PeopleField
          input={inputs.people}
          userIds={destination.userIds}
          onChange={(userIds) => onChange({ kind: 'direct', userIds })}
          onDone={onDone}
        />
      )}
    </div>
  )
}

function KindSwitch({
  kind,
  onChange,
}: {
  kind: Destination['kind']
  onChange: (kind: Destination['kind']) => void
}) {
  const labels = { stream: t.compose.streamMessage, direct: t.compose.privateMessage }
  return (
    <fieldset className={styles.kinds}>
      <legend className="visually-hidden">{t.compose.kind}</legend>
      {(['stream', 'direct'] as const).map((one) => (
        <label key={one} className={classNames(styles.kind, kind === one && styles.chosen)}>
          <input
            type="radio"
            className="visually-hidden"
            name="compose-kind"
            checked={kind === one}
            onChange={() => onChange(one)}
          />
          {labels[one]}
        </label>
      ))}
    </fieldset>
  )
}
