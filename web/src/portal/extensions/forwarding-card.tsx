import { useQuery, useQueryClient } from '@tanstack/react-query'
import { DraftFields } from '../../resource/draft-fields.tsx'
import { DraftForm, SaveBar } from '../../resource/draft-form.tsx'
import { useDraft } from '../../resource/use-draft.ts'
import { p } from '../../texts/portal-texts.ts'
import { t } from '../../texts/texts.ts'
import { Card } from '../../ui/section-page.tsx'
import { showToast } from '../../ui/toast.tsx'
import type { KnownForwarding } from '../numbers/call-plan.ts'
import { numberField } from '../numbers/number-picker.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'

const PATH = '/instances/{instance_uuid}/extensions/{extension_id}/forwarding'

interface ForwardingCardProps {
  instanceUuid: string
  extensionId: string
}

/** Where calls of the extension go: all of them, or those that nobody takes. Nothing for people who may not know. */
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
        key={JSON.stringify(data)}
        instanceUuid={instanceUuid}
        extensionId={extensionId}
        forwarding={data}
      />
    </Card>
  )
}

function ForwardingForm({
  instanceUuid,
  extensionId,
  forwarding,
}: ForwardingCardProps & { forwarding: KnownForwarding }) {
  const { client } = usePortal()
  const queries = useQueryClient()
  const draft = useDraft({
    stored: {
      number: forwarding.number ?? '',
      busy_number: forwarding.busy_number ?? '',
      no_answer_number: forwarding.no_answer_number ?? '',
    },
    async save(patch) {
      const at = { instance_uuid: instanceUuid, extension_id: extensionId }
      const change = Object.fromEntries(Object.entries(patch).map(([name, to]) => [name, to || null]))
      const saved = await client.call(`PUT ${PATH}`, at, change)
      queries.setQueryData(portalKeys.extensions.forwarding(extensionId), saved)
      showToast(t.ui.saved)
    },
  })
  const { label, hint, none, busy, busyHint, unanswered, unansweredHint, asSet } = p.extensions.forwarding
  const noneElse = { instanceUuid, none: asSet }
  return (
    <DraftForm draft={draft}>
      <DraftFields
        draft={draft}
        fields={[
          numberField('/number', { instanceUuid, label, hint, none }),
          numberField('/busy_number', { ...noneElse, label: busy, hint: busyHint }),
          numberField('/no_answer_number', { ...noneElse, label: unanswered, hint: unansweredHint }),
        ]}
      />
      <SaveBar draft={draft} />
    </DraftForm>
  )
}
