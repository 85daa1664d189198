import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft, Phone, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Extension } from '../../../../packages/client/src/generated/telephony-api.ts'
import { p } from '../../texts/portal-texts.ts'
import { t } from '../../texts/texts.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { SectionPage } from '../../ui/section-page.tsx'
import { showToast } from '../../ui/toast.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { ExtensionForm } from '../extension-form/extension-form.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import { linkTo } from '../shell/portal-path.ts'
import { CallingClassCard } from './calling-class-card.tsx'
import { DeleteExtensionDialog } from './delete-extension-dialog.tsx'
import styles from './extension-detail.module.css'
import { GreetingCard } from './greeting-card.tsx'
import { findExtension } from './load-extensions.ts'
import { PhoneSetup } from './phone-setup.tsx'
import { SubscriberBadges } from './subscriber-badges.tsx'
import { useSubscribers } from './use-subscribers.ts'

interface ExtensionDetailProps {
  instanceUuid: string
  extensionId: string
}

export function ExtensionDetail({ instanceUuid, extensionId }: ExtensionDetailProps) {
  const { client } = usePortal()
  const queries = useQueryClient()
  const key = portalKeys.extensions.one(extensionId)
  const found = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => {
      // Once its number is known, only the extensions with this number are read.
      const known = queries.getQueryData<Extension>(key)?.data.id
      const search = known === undefined ? undefined : String(known)
      return findExtension(client, instanceUuid, ({ _id }) => _id === extensionId, search, signal)
    },
  })
  const toList = (
    <ButtonLink icon={<ArrowLeft />} {...linkTo('extensions', instanceUuid)}>
      {p.extensions.toList}
    </ButtonLink>
  )
  if (found.data)
    return (
      <LoadedExtension
        instanceUuid={instanceUuid}
        extension={found.data}
        onSaved={(saved) => queries.setQueryData(key, saved)}
        toList={toList}
      />
    )
  if (found.error !== null) return <ErrorState error={found.error} onRetry={found.refetch} />
  if (found.isPending) return <LoadingState />
  return (
    <EmptyState icon={<Phone />} title={p.extensions.notFound} action={toList}>
      {p.extensions.notFoundHint}
    </EmptyState>
  )
}

function LoadedExtension({
  instanceUuid,
  extension,
  onSaved,
  toList,
}: {
  instanceUuid: string
  extension: Extension
  onSaved: (extension: Extension) => void
  toList: ReactNode
}) {
  const { mayEditExtensions } = usePortal()
  const [deleting, setDeleting] = useState(false)
  const { subscriberOf } = useSubscribers()
  const { id: number, name, secret } = extension.data
  return (
    <SectionPage
      title={`${number} · ${name}`}
      intro={
        <span role="status">
          <SubscriberBadges subscriber={subscriberOf(extension)} />
        </span>
      }
      actions={
        <>
          {toList}
          {mayEditExtensions && secret !== undefined && (
            <Button look="danger" icon={<Trash2 />} onClick={() => setDeleting(true)}>
              {t.ui.delete}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.columns}>
        <ExtensionForm
          instanceUuid={instanceUuid}
          extension={extension}
          onSaved={(saved) => {
            onSaved(saved)
            showToast(t.ui.saved)
          }}
        />
        <div className={styles.side}>
          <PhoneSetup instanceUuid={instanceUuid} extension={extension} />
          {secret !== undefined && (
            <CallingClassCard instanceUuid={instanceUuid} extensionId={extension._id} />
          )}
          {secret !== undefined && <GreetingCard instanceUuid={instanceUuid} extensionId={extension._id} />}
        </div>
      </div>
      {deleting && (
        <DeleteExtensionDialog
          instanceUuid={instanceUuid}
          extension={extension}
          onClose={() => setDeleting(false)}
        />
      )}
    </SectionPage>
  )
}
