import { useQuery, useQueryClient } from '@tanstack/react-query'
import { p } from '../../texts/portal-texts.ts'
import { t } from '../../texts/texts.ts'
import { SwitchField } from '../../ui/field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'

const PATH = '/instances/{instance_uuid}/extensions/{extension_id}/directory-entry'

/** Whether callers find the user of the extension by name. It is saved at once. */
export function DirectoryEntry({ instanceUuid, extensionId }: { instanceUuid: string; extensionId: string }) {
  const { client } = usePortal()
  const queries = useQueryClient()
  const at = { instance_uuid: instanceUuid, extension_id: extensionId }
  const key = portalKeys.extensions.directoryEntry(extensionId)
  const { data } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => client.call(`GET ${PATH}`, at, undefined, { signal }),
  })
  if (!data) return null
  async function change(listed: boolean) {
    try {
      queries.setQueryData(key, await client.call(`PUT ${PATH}`, at, { listed }))
      showToast(t.ui.saved)
    } catch (error) {
      showToast(error instanceof Error ? error.message : String(error), 'danger')
    }
  }
  return (
    <SwitchField
      label={p.routing.directories.listed}
      hint={p.routing.directories.listedHint}
      checked={data.listed}
      onChange={({ target }) => void change(target.checked)}
    />
  )
}
