import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callChat } from '../../api/chat-api.ts'
import { chatKeys } from '../../chat/state/chat-keys.ts'
import { useChat } from '../../chat/state/workspace.ts'
import { t } from '../../texts/texts.ts'
import { TextField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Card } from '../../ui/section-page.tsx'
import { ErrorState, LoadingState } from '../../ui/view-states.tsx'
import styles from '../organization-forms.module.css'
import { StreamSelect } from '../realm-settings/stream-select.tsx'
import { IntegrationAddress } from './integration-address.tsx'
import { WebhookBotChoice } from './webhook-bot-choice.tsx'

/** Sets up a service: choose the bot and the destination, and get the webhook URL. */
export function IntegrationSetup({ name, displayName }: { name: string; displayName: string }) {
  const streams = useChat((state) => state.streams)
  const [botId, setBotId] = useState<number>()
  const [streamId, setStreamId] = useState(-1)
  const [topic, setTopic] = useState('')
  const texts = t.integrations
  return (
    <>
      <Card title={texts.botStep}>
        <WebhookBotChoice displayName={displayName} chosen={botId} onChoose={setBotId} />
      </Card>
      <Card title={texts.placeStep}>
        <div className={styles.grid}>
          <StreamSelect
            label={texts.stream}
            hint={texts.streamHint}
            none={texts.noStream}
            value={streamId}
            onChange={setStreamId}
          />
          {streamId !== -1 && (
            <TextField
              label={texts.topic}
              hint={texts.topicHint}
              value={topic}
              onChange={(event) => setTopic(event.target.value)}
            />
          )}
        </div>
      </Card>
      <Card title={texts.addressStep}>
        {botId === undefined ? (
          <Notice>{texts.botFirst}</Notice>
        ) : (
          <BotAddress
            botId={botId}
            name={name}
            displayName={displayName}
            stream={streams.get(streamId)?.name}
            topic={streamId === -1 ? '' : topic.trim()}
          />
        )}
      </Card>
    </>
  )
}

interface BotAddressProps {
  botId: number
  name: string
  displayName: string
  stream: string | undefined
  topic: string
}

/** The key is asked for only when it is needed, so that it is always the one that works. */
function BotAddress({ botId, ...rest }: BotAddressProps) {
  const { data, error, refetch } = useQuery({
    queryKey: chatKeys.botApiKey(botId),
    queryFn: ({ signal }) => callChat('GET /bots/{bot_id}/api_key', { bot_id: botId }, { signal }),
  })
  if (data) return <IntegrationAddress apiKey={data.api_key} {...rest} />
  return error ? <ErrorState error={error} onRetry={refetch} /> : <LoadingState />
}
