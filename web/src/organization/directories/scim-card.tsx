import { useQuery } from '@tanstack/react-query'
import { KeyRound, RefreshCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { type ChatOutput, callChat } from '../../api/chat-api.ts'
import { chatKeys } from '../../chat/state/chat-keys.ts'
import { o } from '../../texts/organization-texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { CopiedValue } from '../../ui/copy-button.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Card } from '../../ui/section-page.tsx'
import { showToast } from '../../ui/toast.tsx'
import { ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { TabRow } from '../tab-row.tsx'
import styles from './directories-tab.module.css'
import { ProofDialog } from './proof-dialog.tsx'

/** The address and the token with which an identity provider changes accounts and groups. */
export function ScimCard() {
  const texts = o.directories.scim
  const { data, error, refetch } = useQuery({
    queryKey: chatKeys.scim,
    queryFn: ({ signal }) => callChat('GET /realm/scim', {}, { signal }),
  })
  const [open, setOpen] = useState<'token' | 'remove'>()
  const [token, setToken] = useState<string>()
  const close = () => setOpen(undefined)
  const isConnected = data?.is_connected ?? false
  const tokenAction = isConnected ? texts.replace : texts.create
  return (
    <Card title={texts.title}>
      <p className={styles.soft}>{texts.intro}</p>
      {error !== null && <ErrorState error={error} onRetry={refetch} />}
      {error === null && !data && <LoadingState />}
      {data && <ScimFacts scim={data} />}
      {data && (
        <TabRow>
          <Button icon={isConnected ? <RefreshCw /> : <KeyRound />} onClick={() => setOpen('token')}>
            {tokenAction}
          </Button>
          {isConnected && (
            <Button icon={<Trash2 />} onClick={() => setOpen('remove')}>
              {texts.remove}
            </Button>
          )}
        </TabRow>
      )}
      {open === 'token' && (
        <ProofDialog
          title={tokenAction}
          onProof={async (proof) => {
            setToken((await callChat('POST /realm/scim/token', { ...proof })).token)
            void refetch()
          }}
          onClose={close}
        >
          <p>{isConnected ? texts.replaceText : texts.createText}</p>
        </ProofDialog>
      )}
      {token !== undefined && <TokenDialog token={token} onClose={() => setToken(undefined)} />}
      {open === 'remove' && (
        <ConfirmDialog
          title={texts.removeTitle}
          confirm={texts.remove}
          onConfirm={async () => {
            await callChat('DELETE /realm/scim/token', {})
            await refetch()
            showToast(texts.removed)
          }}
          onClose={close}
        >
          {texts.removeText}
        </ConfirmDialog>
      )}
    </Card>
  )
}

function ScimFacts({ scim }: { scim: ChatOutput<'GET /realm/scim'> }) {
  const texts = o.directories.scim
  const { base_url: address, is_connected: isConnected, created_at: createdAt, used_at: usedAt } = scim
  return (
    <>
      <div>
        {isConnected ? <Badge look="success">{texts.connected}</Badge> : <Badge>{texts.noToken}</Badge>}
      </div>
      <dl className={styles.facts}>
        <dt>{texts.address}</dt>
        <dd>
          <CopiedValue label={texts.address} value={address} />
        </dd>
        {createdAt !== null && (
          <>
            <dt>{texts.created}</dt>
            <dd>
              <DateTime at={new Date(createdAt * 1000).toISOString()} />
            </dd>
            <dt>{texts.used}</dt>
            <dd>{usedAt === null ? texts.never : <DateTime at={new Date(usedAt * 1000).toISOString()} />}</dd>
          </>
        )}
      </dl>
    </>
  )
}

/** The only time that the token is shown. */
function TokenDialog({ token, onClose }: { token: string; onClose: () => void }) {
  const texts = o.directories.scim
  return (
    <Dialog
      title={texts.tokenTitle}
      // Not by accident: it cannot be opened again.
      onClose={(isAccident) => !isAccident && onClose()}
      actions={
        <Button look="primary" onClick={onClose}>
          {texts.done}
        </Button>
      }
    >
      <p>{texts.tokenText}</p>
      <CopiedValue label={texts.token} value={token} />
    </Dialog>
  )
}
