import { ChevronRight, Hash, X } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { t } from '../../texts/texts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { classNames } from '../../ui/class-names.ts'
import { ComboField } from '../completion/combo-field.tsx'
import { findTopics } from '../completion/find-completions.ts'
import { findPeople } from '../completion/find-people.ts'
import { findStreams } from '../completion/find-streams.ts'
import type { Suggestion } from '../completion/suggestion.ts'
import { useTopicNames } from '../completion/use-topic-names.ts'
import type { Destination } from '../state/destination.ts'
import { useChat } from '../state/workspace.ts'
import styles from './destination-fields.module.css'
import { TOPIC_LIMIT } from './posting-problem.ts'

const MAX_COUNT = 10

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

interface TopicFieldProps {
  input: RefObject<HTMLInputElement | null>
  streamId: number | undefined
  topic: string
  onWrite: (topic: string) => void
  onDone: () => void
}

function TopicField({ input, streamId, topic, onWrite, onDone }: TopicFieldProps) {
  const isMandatory = useChat((state) => state.realm.mandatory_topics)
  const topics = useTopicNames(streamId)
  const items = findTopics(topics, topic)
    .filter((name) => name !== topic)
    .map((name): Suggestion => ({ key: name, label: name, picture: { kind: 'topic' } }))
  return (
    <ComboField
      label={t.compose.topic}
      placeholder={isMandatory ? t.compose.topic : t.compose.topicIfAny}
      input={input}
      value={topic}
      onWrite={onWrite}
      invalid={[...topic.trim()].length > TOPIC_LIMIT}
      suggestions={items}
      onEnter={onDone}
      onChoose={({ label }) => {
        onWrite(label)
        onDone()
      }}
    />
  )
}

interface StreamFieldProps {
  input: RefObject<HTMLInputElement | null>
  streamId: number | undefined
  onChoose: (streamId: number) => void
  /** A stream was chosen: on to the next field. */
  onDone: () => void
}

function StreamField({ input, streamId, onChoose, onDone }: StreamFieldProps) {
  const streams = useChat((state) => state.streams)
  const subscriptions = useChat((state) => state.subscriptions)
  /** undefined: it shows the chosen one */
  const [typed, setTyped] = useState<string>()
  const isChosen = useRef(false)
  const chosen = streamId === undefined ? '' : (streams.get(streamId)?.name ?? '')
  const found = findStreams({ streams, subscriptions }, typed ?? '', MAX_COUNT)
  const items = found.map(
    ({ stream_id, name, invite_only }): Suggestion => ({
      key: String(stream_id),
      label: name,
      picture: { kind: invite_only ? 'private-stream' : 'stream' },
    }),
  )
  return (
    <ComboField
      label={t.compose.stream}
      placeholder={t.compose.chooseStream}
      input={input}
      value={typed ?? chosen}
      onWrite={(text) => {
        isChosen.current = false
        setTyped(text)
      }}
      suggestions={items}
      onChoose={({ key }) => {
        isChosen.current = true
        setTyped(undefined)
        onChoose(Number(key))
        onDone()
      }}
      onFocus={(event) => event.target.select()}
      // A name that is typed in full counts as chosen; anything else was a try.
      onBlur={() => {
        const exact = found.find(({ name }) => name.toLowerCase() === typed?.trim().toLowerCase())
        if (exact && !isChosen.current) onChoose(exact.stream_id)
        setTyped(undefined)
      }}
    />
  )
}

interface PeopleFieldProps {
  input: RefObject<HTMLInputElement | null>
  userIds: readonly number[]
  onChange: (userIds: readonly number[]) => void
  onDone: () => void
}

/** The chosen people as chips, and a field to choose more. */
function PeopleField({ input, userIds, onChange, onDone }: PeopleFieldProps) {
  const state = useChat((all) => all)
  const [typed, setTyped] = useState('')
  // Choosing somebody may have opened another page, with another box: more people can be added there.
  const [continues] = useState(userIds.length > 0)
  useEffect(() => {
    if (continues) input.current?.focus()
  }, [continues, input])
  const items = findPeople(state, typed, { most: MAX_COUNT + userIds.length })
    .filter(({ user_id }) => !userIds.includes(user_id))
    .slice(0, MAX_COUNT)
    .map(
      ({ user_id, full_name, email, avatar_url }): Suggestion => ({
        key: String(user_id),
        label: full_name,
        detail: email,
        picture: { kind: 'person', url: avatar_url },
      }),
    )
  return (
    <div className={styles.people}>
      {userIds.map((id) => {
        const person = state.people.get(id)
        const name = person?.full_name ?? String(id)
        return (
          <span key={id} className={styles.chip}>
            <Avatar url={person?.avatar_url} name={name} size="small" />
            {name}
            <button
              type="button"
              className={styles.remove}
              aria-label={t.compose.removePerson(name)}
              title={t.compose.removePerson(name)}
              onClick={() => {
                onChange(userIds.filter((one) => one !== id))
                input.current?.focus()
              }}
            >
              <X aria-hidden="true" />
            </button>
          </span>
        )
      })}
      <ComboField
        label={t.compose.people}
        placeholder={userIds.length === 0 ? t.compose.choosePeople : t.compose.morePeople}
        input={input}
        value={typed}
        onWrite={setTyped}
        suggestions={items}
        onEnter={onDone}
        onChoose={({ key }) => {
          setTyped('')
          onChange([...userIds, Number(key)])
        }}
        onKeyDown={(event) => {
          if (event.key === 'Backspace' && typed === '') onChange(userIds.slice(0, -1))
        }}
        onBlur={() => setTyped('')}
      />
    </div>
  )
}
