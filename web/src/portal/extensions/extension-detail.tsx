import { ApiError } from '@switchboard/client'
import type { Extension } from '@switchboard/client/telephony'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft, Phone, QrCode as QrIcon, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { TelephonyBody } from '../../api/telephony-api.ts'
import { p } from '../../texts/portal-texts.ts'
import { t } from '../../texts/texts.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { SelectField } from '../../ui/field.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { Card, SectionPage } from '../../ui/section-page.tsx'
import { showToast } from '../../ui/toast.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { CallingClassOptions } from '../company/calling-rules-card.tsx'
import { ExtensionForm } from '../extension-form/extension-form.tsx'
import { loadExtension } from '../numbers/load-extensions.ts'
import { NoSipNotice } from '../shell/no-sip-notice.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import { linkTo, openPortalPath } from '../shell/portal-path.ts'
import { OwnLanguage } from '../sounds/speech.tsx'
import { UploadedSound } from '../sounds/uploaded-sound.tsx'
import { RegistrationLines } from '../status/registration-lines.tsx'
import { DirectoryEntry } from './directory-entry.tsx'
import styles from './extension-detail.module.css'
import { ForwardingCard } from './forwarding-card.tsx'
import { PhoneSettings } from './phone-settings.tsx'
import { SubscriberBadges, useSubscribers } from './subscribers.tsx'

const PATH = '/instances/{instance_uuid}/extensions/{extension_id}/calling-class'

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
    queryFn: ({ signal }) => loadExtension(client, instanceUuid, extensionId, signal),
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
          {secret !== undefined && (
            <RegistrationCard
              instanceUuid={instanceUuid}
              extensionId={extension._id}
              state={subscriberOf(extension).state}
            />
          )}
          <PhoneSetup instanceUuid={instanceUuid} extension={extension} />
          {secret !== undefined && (
            <CallingClassCard instanceUuid={instanceUuid} extensionId={extension._id} />
          )}
          <ForwardingCard instanceUuid={instanceUuid} extensionId={extension._id} />
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

function DeleteExtensionDialog({
  instanceUuid,
  extension,
  onClose,
}: {
  instanceUuid: string
  extension: Extension
  onClose: () => void
}) {
  const { client } = usePortal()
  const { id: number, name } = extension.data
  async function remove() {
    await client.call('DELETE /instances/{instance_uuid}/bulks/extensions/{extension_id}', {
      instance_uuid: instanceUuid,
      extension_id: extension._id,
    })
    showToast(p.extensions.deleted(number))
    openPortalPath('extensions', instanceUuid)
  }
  return (
    <ConfirmDialog
      title={p.extensions.deleteTitle(number)}
      confirm={t.ui.delete}
      onConfirm={remove}
      onClose={onClose}
    >
      {p.extensions.deleteText(name)}
    </ConfirmDialog>
  )
}

/** How to set up a phone for this extension. Only for users who get the password. */
/** Asks again when a phone comes or goes. */
function RegistrationCard({ instanceUuid, extensionId, state }: RegistrationCardProps) {
  const { client } = usePortal()
  const { data } = useQuery({
    queryKey: portalKeys.devices.registration(extensionId, state),
    queryFn: ({ signal }) =>
      client.call(
        'GET /instances/{instance_uuid}/extensions/{extension_id}/registration',
        { instance_uuid: instanceUuid, extension_id: extensionId },
        undefined,
        { signal },
      ),
    retry: false,
  })
  if (!data || data.contacts.length === 0) return null
  return (
    <Card title={p.devices.registrations}>
      <RegistrationLines registrations={[data]} />
    </Card>
  )
}

interface RegistrationCardProps {
  instanceUuid: string
  extensionId: string
  state: string
}

function PhoneSetup({ instanceUuid, extension }: { instanceUuid: string; extension: Extension }) {
  const [shown, setShown] = useState(false)
  const config = extension['qr-config']
  if (!config)
    return (
      <Card title={p.extensions.setup}>
        <p className={styles.hint}>{p.extensions.setupSecret}</p>
      </Card>
    )
  const text = JSON.stringify(config)
  return (
    <Card title={p.extensions.setup}>
      <NoSipNotice />
      <p className={styles.hint}>{p.extensions.setupIntro}</p>
      {shown && <QrCode label={p.extensions.qrLabel(extension.data.id)} text={text} />}
      <div className={styles.actions}>
        <Button size="small" icon={<QrIcon />} aria-expanded={shown} onClick={() => setShown(!shown)}>
          {shown ? p.extensions.hideQr : p.extensions.showQr}
        </Button>
        <CopyButton text={text} label={p.extensions.copyConfig} />
      </div>
      <h3>{p.extensions.byHand}</h3>
      {/* A new password, name or transport changes them. */}
      <PhoneSettings
        key={JSON.stringify([extension.data.secret, extension.data.name, extension.data.transport])}
        instanceUuid={instanceUuid}
        extensionId={extension._id}
      />
    </Card>
  )
}

/** What callers hear before they leave a message. */
function GreetingCard({ instanceUuid, extensionId }: { instanceUuid: string; extensionId: string }) {
  const { client } = usePortal()
  const at = { instance_uuid: instanceUuid, extension_id: extensionId }
  const greeting = useQuery({
    queryKey: portalKeys.extensions.greeting(extensionId),
    queryFn: ({ signal }) =>
      client
        .call('GET /instances/{instance_uuid}/extensions/{extension_id}/greeting', at, undefined, { signal })
        .catch((error) => {
          if (error instanceof ApiError && error.status === 404) return null
          throw error
        }),
  })
  if (greeting.data === undefined) return null
  return (
    <Card title={p.extensions.greeting.label}>
      <p className={styles.hint}>{p.extensions.greeting.hint}</p>
      <UploadedSound
        sound={greeting.data}
        version={greeting.data?.created_at}
        path={`/instances/${instanceUuid}/extensions/${extensionId}/greeting/audio`}
        texts={p.extensions.greeting}
        onUpload={async (form) => {
          await client.call('PUT /instances/{instance_uuid}/extensions/{extension_id}/greeting', at, form)
          await greeting.refetch()
        }}
        onRemove={async () => {
          await client.call('DELETE /instances/{instance_uuid}/extensions/{extension_id}/greeting', at)
          await greeting.refetch()
        }}
      />
      <OwnLanguage instanceUuid={instanceUuid} extensionId={extensionId} />
      <DirectoryEntry instanceUuid={instanceUuid} extensionId={extensionId} />
    </Card>
  )
}

type CallingClass = NonNullable<TelephonyBody<`PUT ${typeof PATH}`>>['calling_class']

/** Which numbers outside the extension may call. Its user sees it, owners and administrators change it. */
function CallingClassCard({ instanceUuid, extensionId }: { instanceUuid: string; extensionId: string }) {
  const { client, mayManage } = usePortal()
  const queries = useQueryClient()
  const at = { instance_uuid: instanceUuid, extension_id: extensionId }
  const key = portalKeys.extensions.callingClass(extensionId)
  const { data } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => client.call(`GET ${PATH}`, at, undefined, { signal }),
  })
  if (!data) return null
  async function change(callingClass: CallingClass) {
    try {
      queries.setQueryData(key, await client.call(`PUT ${PATH}`, at, { calling_class: callingClass }))
      showToast(t.ui.saved)
    } catch (error) {
      showToast(error instanceof Error ? error.message : String(error), 'danger')
    }
  }
  return (
    <Card title={p.extensions.calling.title}>
      <SelectField
        label={p.extensions.calling.label}
        hint={p.extensions.calling.hint}
        value={data.calling_class}
        disabled={!mayManage}
        onChange={({ target: { value } }) => void change(value as CallingClass)}
      >
        <CallingClassOptions />
      </SelectField>
    </Card>
  )
}
