import { useQuery } from '@tanstack/react-query'
import { Plus, Webhook as WebhookIcon } from 'lucide-react'
import { useState } from 'react'
import type { WebhookWithSecret } from '../../../../packages/client/src/generated/telephony-api.ts'
import { p } from '../../texts/portal-texts.ts'
import { Button } from '../../ui/button.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { SectionPage } from '../../ui/section-page.tsx'
import { RowLink, Table } from '../../ui/table.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import { linkTo } from '../shell/portal-path.ts'
import { WebhookDialog } from './webhook-dialog.tsx'
import { eventsText } from './webhook-events.ts'
import { WebhookSecretDialog } from './webhook-secret-dialog.tsx'
import { WebhookState } from './webhook-state.tsx'
import styles from './webhooks.module.css'

export function WebhookList() {
  const { client } = usePortal()
  const list = useQuery({
    queryKey: portalKeys.webhooks.list,
    queryFn: ({ signal }) => client.call('GET /webhooks', {}, undefined, { signal }),
  })
  const [adding, setAdding] = useState(false)
  const [created, setCreated] = useState<WebhookWithSecret>()
  const add = (
    <Button look="primary" icon={<Plus />} onClick={() => setAdding(true)}>
      {p.webhooks.add}
    </Button>
  )
  return (
    <SectionPage
      title={p.webhooks.title}
      intro={p.webhooks.intro}
      actions={list.data && list.data.length > 0 && add}
    >
      {list.error !== null && <ErrorState error={list.error} onRetry={list.refetch} />}
      {list.error === null && !list.data && <LoadingState />}
      {list.data?.length === 0 && (
        <EmptyState icon={<WebhookIcon />} title={p.webhooks.none} action={add}>
          {p.webhooks.noneHint}
        </EmptyState>
      )}
      {list.data && list.data.length > 0 && (
        <Table
          label={p.webhooks.table}
          headings={[p.webhooks.url, p.webhooks.state, p.webhooks.events, p.webhooks.created]}
        >
          {list.data.map((webhook) => (
            <tr key={webhook.id}>
              <td className={styles.address}>
                <RowLink {...linkTo('webhooks', webhook.id)}>{webhook.url}</RowLink>
                {webhook.description && <small>{webhook.description}</small>}
              </td>
              <td>
                <WebhookState webhook={webhook} />
              </td>
              <td>{eventsText(webhook.events)}</td>
              <td>
                <DateTime at={webhook.created_at} />
              </td>
            </tr>
          ))}
        </Table>
      )}
      {adding && (
        <WebhookDialog
          onClose={() => setAdding(false)}
          onSaved={(webhook) => {
            if ('signing_secret' in webhook) setCreated(webhook)
            void list.refetch()
          }}
        />
      )}
      {created && (
        <WebhookSecretDialog secret={created.signing_secret} onClose={() => setCreated(undefined)} />
      )}
    </SectionPage>
  )
}
