import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { callChat } from '../../api/chat-api.ts'
import { chatKeys } from '../../chat/state/chat-keys.ts'
import { useChat } from '../../chat/state/workspace.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Card } from '../../ui/section-page.tsx'
import { ErrorState, LoadingState } from '../../ui/view-states.tsx'
import styles from '../organization-forms.module.css'
import { StreamSelect } from '../realm-settings/stream-select.tsx'
import { TabRow } from '../tab-row.tsx'
import { IntegrationAddress } from './integration-address.tsx'
import { NewWebhookBot } from './new-webhook-bot.tsx'

const INCOMING_WEBHOOK = 2

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

/** One of the user's webhook bots, or a new one. */
function WebhookBotChoice({
  displayName,
  chosen,
  onChoose,
}: {
  displayName: string
  chosen: number | undefined
  onChoose: (botId: number | undefined) => void
}) {
  const me = useChat((state) => state.me.userId)
  const bots = useChat((state) => state.bots)
  const own = [...bots.values()]
    .filter((bot) => bot.owner_id === me && bot.bot_type === INCOMING_WEBHOOK && bot.is_active)
    .sort((one, other) => one.full_name.localeCompare(other.full_name))
  const [creating, setCreating] = useState(false)
  const texts = t.integrations
  if (creating || own.length === 0) {
    return (
      <NewWebhookBot
        displayName={displayName}
        onCreated={(botId) => {
          setCreating(false)
          onChoose(botId)
        }}
        onCancel={own.length > 0 ? () => setCreating(false) : undefined}
      />
    )
  }
  return (
    <>
      <div className={styles.narrow}>
        <SelectField
          label={texts.bot}
          hint={texts.botHint}
          value={chosen ?? ''}
          onChange={(event) => onChoose(event.target.value === '' ? undefined : Number(event.target.value))}
        >
          <option value="">{texts.chooseBot}</option>
          {own.map(({ user_id, full_name }) => (
            <option key={user_id} value={user_id}>
              {full_name}
            </option>
          ))}
        </SelectField>
      </div>
      <TabRow>
        <Button size="small" icon={<Plus />} onClick={() => setCreating(true)}>
          {texts.newBot}
        </Button>
      </TabRow>
    </>
  )
}
