import { useQueries } from '@tanstack/react-query'
import { messageOf } from '../../api/api-failure.ts'
import { callChat } from '../../api/chat-api.ts'
import { useNarrowHash } from '../../chat/narrows/route.ts'
import { MUTED } from '../../chat/state/chat-state.ts'
import { topicKey } from '../../chat/state/conversation.ts'
import { topicsQuery } from '../../chat/state/topics-query.ts'
import { useChat } from '../../chat/state/workspace.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { ItemList, ListItem } from '../item-list.tsx'
import { SettingsSection } from '../settings-section.tsx'

export function MutedTopicsSection() {
  const topics = useMutedTopics()
  const streams = useChat((state) => state.streams)
  const hashOf = useNarrowHash()
  const submit = useSubmit()
  const unmute = ({ streamId, topic }: MutedTopic) =>
    void submit.run(() => callChat('POST /user_topics', { stream_id: streamId, topic, visibility_policy: 0 }))
  return (
    <SettingsSection title={t.settings.muted.topics} intro={t.settings.muted.topicsText}>
      {submit.error !== undefined && <Notice look="danger">{messageOf(submit.error)}</Notice>}
      {topics.length === 0 ? (
        <p>{t.settings.muted.noTopics}</p>
      ) : (
        <ItemList label={t.settings.muted.topics}>
          {topics.map((muted) => (
            <ListItem
              key={`${muted.streamId} ${muted.topic}`}
              title={<a href={hashOf({ kind: 'topic', ...muted })}>{muted.topic}</a>}
              detail={`#${streams.get(muted.streamId)?.name ?? muted.streamId}`}
              actions={
                <Button size="small" onClick={() => unmute(muted)}>
                  {t.settings.muted.unmute}
                </Button>
              }
            />
          ))}
        </ItemList>
      )}
    </SettingsSection>
  )
}

interface MutedTopic {
  streamId: number
  topic: string
}

/** The keys are in lower case, so the names come from the topics of each stream. */
function useMutedTopics(): readonly MutedTopic[] {
  const muted = useChat((state) =>
    [...state.topicPolicies].filter(([, policy]) => policy === MUTED).map(([key]) => key),
  ).map(readKey)
  const streamIds = [...new Set(muted.map(({ streamId }) => streamId))].sort((one, other) => one - other)
  const lists = useQueries({ queries: streamIds.map(topicsQuery) })
  const names = new Map(
    lists.flatMap(({ data }, index) =>
      (data ?? []).map(({ name }) => [topicKey(streamIds[index]!, name), name] as const),
    ),
  )
  return muted.map(({ streamId, topic }) => ({
    streamId,
    topic: names.get(topicKey(streamId, topic)) ?? topic,
  }))
}

function readKey(key: string): MutedTopic {
  const at = key.indexOf(':')
  return { streamId: Number(key.slice(1, at)), topic: key.slice(at + 1) }
}
