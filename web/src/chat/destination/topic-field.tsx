import type { RefObject } from 'react'
import { t } from '../../texts/texts.ts'
import { ComboField } from '../completion/combo-field.tsx'
import { findTopics } from '../completion/find-completions.ts'
import type { Suggestion } from '../completion/suggestion.ts'
import { useTopicNames } from '../completion/use-topic-names.ts'
import { useChat } from '../state/workspace.ts'
import { TOPIC_LIMIT } from './posting-problem.ts'

interface TopicFieldProps {
  input: RefObject<HTMLInputElement | null>
  streamId: number | undefined
  topic: string
  onWrite: (topic: string) => void
  onDone: () => void
}

export function TopicField({ input, streamId, topic, onWrite, onDone }: TopicFieldProps) {
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
