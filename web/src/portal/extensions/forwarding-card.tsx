import { useQuery, useQueryClient } from '@tanstack/react-query'
import { DraftFields } from '../../resource/draft-fields.tsx'
import { DraftForm, SaveBar } from '../../resource/draft-form.tsx'
import { useDraft } from '../../resource/use-draft.ts'
import { p } from '../../texts/portal-texts.ts'
import { t } from '../../texts/texts.ts'
import { Card } from '../../ui/section-page.tsx'
import { showToast } from '../../ui/toast.tsx'
import { numberField } from '../numbers/number-picker.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'

const PATH = '/instances/{instance_uuid}/extensions/{extension_id}/forwarding'

interface ForwardingCardProps {
  instanceUuid: string
  extensionId: string
}

/** Where all calls of the extension go. Nothing for people who may not know. */
export function ForwardingCard({ instanceUuid, extensionId }: ForwardingCardProps) {
  const { client } = usePortal()
  const at = { instance_uuid: instanceUuid, extension_id: extensionId }
  const { data } = useQuery({
    queryKey: portalKeys.extensions.forwarding(extensionId),
    retry: false,
    queryFn: ({ signal }) => client.call(`GET ${PATH}`, at, undefined, { signal }),
  })
  if (!data) return null
  return (
    <Card title={p.extensions.forwarding.title}>
      <ForwardingForm
        key={data.number}
        instanceUuid={instanceUuid}
        extensionId={extensionId}
        number={data.number ?? ''}
      />
    </Card>
  )
}

function ForwardingForm({ instanceUuid, extensionId, number }: ForwardingCardProps & { number: string }) {
  const { client } = usePortal()
  const queries = useQueryClient()
  const draft = useDraft({
    stored: { number },
    async save({ number: chosen = '' }) {
      const at = { instance_uuid: instanceUuid, extension_id: extensionId }
      const saved = await client.call(`PUT ${PATH}`, at, { number: chosen || null })
      queries.setQueryData(portalKeys.extensions.forwarding(extensionId), saved)
      showToast(t.ui.saved)
    },
  })
  const { label, hint, none } = p.extensions.forwarding
  return (
    <DraftForm draft={draft}>
      <DraftFields draft={draft} fields={[numberField('/number', { instanceUuid, label, hint, none })]} />
      <SaveBar draft={draft} />
    </DraftForm>
  )
}
