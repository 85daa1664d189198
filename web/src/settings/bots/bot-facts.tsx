import { Eye } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { RealmBot } from '../../../../packages/client/src/generated/chat-api.ts'
import { messageOf } from '../../api/api-failure.ts'
import { callChat } from '../../api/chat-api.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { CopiedValue } from '../../ui/copied-value.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import styles from './bot-card.module.css'
import { INCOMING_BOT } from './bot-types.ts'

/** Facts that depend on the type of the bot: its streams and its endpoint. */
export function BotFacts({ bot }: { bot: RealmBot }) {
  const facts: (readonly [string, ReactNode])[] = []
  const [service] = bot.services
  if (service) {
    facts.push([t.bots.payloadUrl, service.base_url])
    facts.push([t.bots.interface, service.interface === 2 ? t.bots.slack : t.bots.json])
    facts.push([t.bots.secret, <WebhookSecret key="secret" botId={bot.user_id} />])
  }
  if (bot.default_sending_stream) facts.push([t.bots.sendingStream, `#${bot.default_sending_stream}`])
  if (bot.default_events_register_stream)
    facts.push([t.bots.eventsStream, `#${bot.default_events_register_stream}`])
  if (bot.default_all_public_streams) facts.push([t.bots.allPublic, t.ui.yes])
  return (
    <>
      {facts.length > 0 && (
        <dl className={styles.facts}>
          {facts.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {bot.bot_type === INCOMING_BOT && (
        <p className={styles.facts}>
          <a href="#organization/integrations">{t.bots.toIntegrations}</a>
        </p>
      )}
    </>
  )
}

/** Shown on request, as the key is. */
function WebhookSecret({ botId }: { botId: number }) {
  const [secret, setSecret] = useState<string>()
  const submit = useSubmit()
  if (secret !== undefined) return <CopiedValue label={t.bots.secret} value={secret} />
  return (
    <>
      <Button
        size="small"
        look="quiet"
        icon={<Eye />}
        busy={submit.busy}
        onClick={() =>
          void submit.run(async () => {
            const answer = await callChat('GET /bots/{bot_id}/webhook_secret', { bot_id: botId })
            setSecret(answer.webhook_secret)
          })
        }
      >
        {t.bots.showSecret}
      </Button>
      {submit.error !== undefined && <Notice look="danger">{messageOf(submit.error)}</Notice>}
    </>
  )
}
