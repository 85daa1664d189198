import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { TelephonyBody } from '../../api/telephony-api.ts'
import { p } from '../../texts/portal-texts.ts'
import { t } from '../../texts/texts.ts'
import { SelectField } from '../../ui/field.tsx'
import { Card } from '../../ui/section-page.tsx'
import { showToast } from '../../ui/toast.tsx'
import { CallingClassOptions } from '../company/calling-rules-card.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'

const PATH = '/instances/{instance_uuid}/extensions/{extension_id}/calling-class'
type CallingClass = NonNullable<TelephonyBody<`PUT ${typeof PATH}`>>['calling_class']

/** Which numbers outside the extension may call. Its user sees it, owners and administrators change it. */
export function CallingClassCard({
  instanceUuid,
  extensionId,
}: {
  instanceUuid: string
  extensionId: string
}) {
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
