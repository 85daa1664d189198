import type { RealmBot } from '@switchboard/client/chat'
import { useQuery } from '@tanstack/react-query'
import { KeyRound, Trash2 } from 'lucide-react'
import { type ChatOutput, callChat } from '../../api/chat-api.ts'
import { chatKeys } from '../../chat/state/chat-keys.ts'
import type { Resource, RowAction } from '../../resource/resource.ts'
import { ResourceList } from '../../resource/resource-list.tsx'
import { t } from '../../texts/texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Part } from '../../ui/section-page.tsx'
import styles from './signatures-dialog.module.css'

type Answer = ChatOutput<'GET /bots/{bot_id}/signing_secrets'>

/** A service that can sign, and whether the bot has its secret. */
type SigningService = Answer['services'][number] & { isVerified: boolean }

/** The secrets with which services sign what they send to an incoming webhook bot. */
export function SignaturesDialog({ bot, onClose }: { bot: RealmBot; onClose: () => void }) {
  const bot_id = bot.user_id
  const texts = t.bots
  const of = ({ name }: SigningService) => ({ bot_id, integration_name: name })
  const resource: Resource<SigningService, { secret: string }> = {
    title: texts.signaturesOf(bot.full_name),
    intro: texts.signaturesIntro,
    query: useQuery({
      queryKey: chatKeys.signingSecrets(bot_id),
      queryFn: async ({ signal }) =>
        withState(await callChat('GET /bots/{bot_id}/signing_secrets', { bot_id }, { signal })),
    }),
    idOf: ({ name }) => name,
    nameOf: ({ display_name }) => display_name,
    empty: { title: texts.noServices },
    columns: [
      { heading: texts.service, cell: ({ display_name }) => display_name },
      { heading: texts.state, cell: (service) => <State service={service} /> },
    ],
    actions: (service, open) => [actionsOf(service, open)],
    form: {
      title: (service) => (service ? titleOf(service) : texts.signatures),
      intro: (service) => service && <SecretIntro service={service} />,
      fields: [
        {
          at: '/secret',
          label: texts.serviceSecret,
          hint: texts.serviceSecretHint,
          type: 'password',
          autoComplete: 'off',
          required: true,
          maxLength: 500,
        },
      ],
      change: {
        storedOf: () => ({ secret: '' }),
        save: (service, _, { secret }) =>
          callChat('PUT /bots/{bot_id}/signing_secrets/{integration_name}', { ...of(service), secret }),
      },
      saved: () => texts.secretSet,
    },
    remove: {
      title: ({ display_name }) => texts.removeTitle(display_name),
      text: () => texts.removeText,
      confirm: t.ui.remove,
      run: (service) => callChat('DELETE /bots/{bot_id}/signing_secrets/{integration_name}', of(service)),
    },
  }
  return (
    <Dialog title={resource.title} onClose={onClose}>
      <div className={styles.list}>
        <ResourceList resource={resource} frame={Part} />
      </div>
    </Dialog>
  )
}

const withState = ({ integrations, services }: Answer): SigningService[] =>
  services.map((service) => ({ ...service, isVerified: integrations.includes(service.name) }))

function actionsOf(service: SigningService, open: (dialog: string) => void): RowAction[] {
  const { display_name: name, isVerified, brings_secret: bringsSecret } = service
  return [
    ...(bringsSecret ? [] : [{ label: titleOf(service), icon: <KeyRound />, onChoose: () => open('edit') }]),
    ...(isVerified
      ? [{ label: t.bots.removeSecret(name), icon: <Trash2 />, onChoose: () => open('delete') }]
      : []),
  ]
}

const titleOf = ({ display_name: name, isVerified }: SigningService) =>
  isVerified ? t.bots.replaceSecret(name) : t.bots.setSecret(name)

function State({ service }: { service: SigningService }) {
  const { isVerified, header, brings_secret: bringsSecret } = service
  if (isVerified)
    return (
      <>
        <Badge look="success">{t.bots.verified}</Badge>{' '}
        <span className={styles.detail}>{t.bots.verifiedBy(header)}</span>
      </>
    )
  return (
    <>
      <Badge>{t.bots.notVerified}</Badge>{' '}
      {bringsSecret && <span className={styles.detail}>{t.bots.bringsSecret}</span>}
    </>
  )
}

function SecretIntro({ service: { name, display_name, isVerified } }: { service: SigningService }) {
  return (
    <p>
      {isVerified && `${t.bots.replaceText} `}
      <a href={`/docs/webhooks/${name}`} target="_blank" rel="noreferrer">
        {t.bots.howItSigns(display_name)}
      </a>
    </p>
  )
}
