import { messageOf } from '../../api/api-failure.ts'
import { callChat } from '../../api/chat-api.ts'
import { useNarrowHash } from '../../chat/shell/route.ts'
import { useChat } from '../../chat/state/workspace.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { ItemList, ListItem } from '../item-list.tsx'
import { SettingsSection } from '../settings-section.tsx'
import { type MutedTopic, useMutedTopics } from './use-muted-topics.ts'

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
