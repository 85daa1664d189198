import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../../../../packages/client/src/api-error.ts'
import { p } from '../../texts/portal-texts.ts'
import { Card } from '../../ui/section-page.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import { UploadedSound } from '../sounds/uploaded-sound.tsx'
import styles from './extension-detail.module.css'

/** What callers hear before they leave a message. */
export function GreetingCard({ instanceUuid, extensionId }: { instanceUuid: string; extensionId: string }) {
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
    </Card>
  )
}
