import type { RealmBot } from '@switchboard/client/chat'
import { Eye, KeyRound, Pencil, RefreshCw, ShieldCheck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { callChat } from '../../api/chat-api.ts'
import { useChat } from '../../chat/state/workspace.ts'
import { ResourceDialog } from '../../resource/resource-dialog.tsx'
import { t } from '../../texts/texts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { CopiedValue } from '../../ui/copy-button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { usePeople } from '../profile/use-people.ts'
import { ApiKeyBox } from './api-key-box.tsx'
import styles from './bot-card.module.css'
import { botForm } from './bot-forms.tsx'
import { botTypeName, INCOMING_BOT } from './bot-types.ts'
import { SignaturesDialog } from './signatures-dialog.tsx'

/** One bot, and what its owner can do with it. The key comes when it is asked for. */
export function BotCard({ bot }: { bot: RealmBot }) {
  const [apiKey, setApiKey] = useState<string>()
  const [open, setOpen] = useState<'edit' | 'signatures' | 'regenerate' | 'deactivate'>()
  const submit = useSubmit()
  const id = { bot_id: bot.user_id }
  const close = () => setOpen(undefined)
  const show = () =>
    submit.run(async () => setApiKey((await callChat('GET /bots/{bot_id}/api_key', id)).api_key))
  return (
    <article className={styles.card} aria-label={bot.full_name}>
      <header className={styles.header}>
        <Avatar url={bot.avatar_url} name={bot.full_name} />
        <div className={styles.names}>
          <h2>{bot.full_name}</h2>
          <p>{bot.email}</p>
        </div>
        <Badge>{botTypeName(bot.bot_type)}</Badge>
      </header>
      <BotFacts bot={bot} />
      {apiKey !== undefined && <ApiKeyBox email={bot.email} apiKey={apiKey} />}
      {submit.error !== undefined && <Notice look="danger">{messageOf(submit.error)}</Notice>}
      <div className={styles.actions}>
        {apiKey === undefined ? (
          <Button size="small" icon={<KeyRound />} busy={submit.busy} onClick={() => void show()}>
            {t.settings.apiKey.show}
          </Button>
        ) : (
          <Button size="small" onClick={() => setApiKey(undefined)}>
            {t.settings.apiKey.hide}
          </Button>
        )}
        <Button size="small" icon={<RefreshCw />} onClick={() => setOpen('regenerate')}>
          {t.settings.apiKey.regenerate}
        </Button>
        <Button size="small" icon={<Pencil />} onClick={() => setOpen('edit')}>
          {t.ui.edit}
        </Button>
        {bot.bot_type === INCOMING_BOT && (
          <Button size="small" icon={<ShieldCheck />} onClick={() => setOpen('signatures')}>
            {t.bots.signatures}
          </Button>
        )}
        <Button size="small" look="quiet" onClick={() => setOpen('deactivate')}>
          {t.bots.deactivate}
        </Button>
      </div>
      {open === 'edit' && <EditBotDialog bot={bot} onClose={close} />}
      {open === 'signatures' && <SignaturesDialog bot={bot} onClose={close} />}
      {open === 'regenerate' && (
        <ConfirmDialog
          title={t.bots.regenerateTitle(bot.full_name)}
          confirm={t.settings.apiKey.regenerate}
          onConfirm={async () =>
            setApiKey((await callChat('POST /bots/{bot_id}/api_key/regenerate', id)).api_key)
          }
          onClose={close}
        >
          {t.bots.regenerateText}
        </ConfirmDialog>
      )}
      {open === 'deactivate' && (
        <ConfirmDialog
          title={t.bots.deactivateTitle(bot.full_name)}
          confirm={t.bots.deactivate}
          onConfirm={async () => {
            await callChat('DELETE /bots/{bot_id}', id)
            showToast(t.bots.deactivated(bot.full_name))
          }}
          onClose={close}
        >
          {t.bots.deactivateText}
        </ConfirmDialog>
      )}
    </article>
  )
}

function EditBotDialog({ bot, onClose }: { bot: RealmBot; onClose: () => void }) {
  const form = botForm(
    useChat((state) => state),
    usePeople(),
  )
  return <ResourceDialog form={form} item={bot} onClose={onClose} onSaved={onClose} />
}

/** Facts that depend on the type of the bot: its streams and its endpoint. */
function BotFacts({ bot }: { bot: RealmBot }) {
  const commands = useChat((state) => state.commands).filter(({ bot_id }) => bot_id === bot.user_id)
  const facts: (readonly [string, ReactNode])[] = []
  const [service] = bot.services
  if (service) {
    facts.push([t.bots.payloadUrl, service.base_url])
    facts.push([t.bots.interface, service.interface === 2 ? t.bots.slack : t.bots.json])
    if (commands.length > 0) facts.push([t.bots.commands, commands.map(({ name }) => `/${name}`).join(', ')])
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
