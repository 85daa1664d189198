import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import type { ApiKey, FreshApiKey } from '../../../../packages/client/src/generated/telephony-api.ts'
import { p } from '../../texts/portal-texts.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SectionPage } from '../../ui/section-page.tsx'
import { showToast } from '../../ui/toast.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import { ApiKeyDialog } from './api-key-dialog.tsx'
import { ApiKeyTable, type KeyAction } from './api-key-table.tsx'
import { FreshKeyDialog } from './fresh-key-dialog.tsx'
import { isOwnKey } from './is-own-key.ts'
import { RotateKeyDialog } from './rotate-key-dialog.tsx'

type Open = { kind: 'create' } | { kind: 'fresh'; key: FreshApiKey } | { kind: KeyAction; key: ApiKey }

/** The API keys that programs and this portal use to act for the company. */
export function ApiKeysPage(_: { path: readonly string[] }) {
  const { client, refresh } = usePortal()
  const keys = useQuery({
    queryKey: portalKeys.apiKeys,
    queryFn: ({ signal }) => client.call('GET /api-keys', {}, undefined, { signal }),
  })
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  function showFresh(key: FreshApiKey) {
    setOpen({ kind: 'fresh', key })
    void keys.refetch()
  }
  async function remove({ id, name }: ApiKey) {
    await client.call('DELETE /api-keys/{key_id}', { key_id: id })
    showToast(p.keys.deleted(name))
    void keys.refetch()
    // If it was the key of this session, the portal signs out.
    refresh()
  }
  return (
    <SectionPage
      title={p.keys.title}
      intro={p.keys.intro}
      actions={
        <Button look="primary" icon={<KeyRound />} onClick={() => setOpen({ kind: 'create' })}>
          {p.keys.create}
        </Button>
      }
    >
      {keys.error !== null && <ErrorState error={keys.error} onRetry={keys.refetch} />}
      {keys.isFetching && !keys.data && <LoadingState />}
      {keys.data?.length === 0 && <EmptyState icon={<KeyRound />} title={p.keys.none} />}
      {keys.data && keys.data.length > 0 && (
        <ApiKeyTable keys={keys.data} onAsk={(kind, key) => setOpen({ kind, key })} />
      )}
      {open?.kind === 'create' && <ApiKeyDialog onClose={close} onCreated={showFresh} />}
      {open?.kind === 'edit' && <ApiKeyDialog apiKey={open.key} onClose={close} onChanged={keys.refetch} />}
      {open?.kind === 'rotate' && <RotateKeyDialog apiKey={open.key} onClose={close} onRotated={showFresh} />}
      {open?.kind === 'fresh' && <FreshKeyDialog apiKey={open.key} onClose={close} />}
      {open?.kind === 'delete' && (
        <ConfirmDialog
          title={p.keys.deleteTitle(open.key.name)}
          confirm={t.ui.delete}
          onConfirm={() => remove(open.key)}
          onClose={close}
        >
          <p>{p.keys.deleteText}</p>
          {isOwnKey(open.key, client) && <Notice look="warning">{p.keys.deleteOwn}</Notice>}
        </ConfirmDialog>
      )}
    </SectionPage>
  )
}
