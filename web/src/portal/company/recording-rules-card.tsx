import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { TelephonyBody } from '../../api/telephony-api.ts'
import { DraftFields } from '../../resource/draft-fields.tsx'
import { DraftForm, SaveBar } from '../../resource/draft-form.tsx'
import { useDraft } from '../../resource/use-draft.ts'
import { p } from '../../texts/portal-texts.ts'
import { t } from '../../texts/texts.ts'
import { Card } from '../../ui/section-page.tsx'
import { showToast } from '../../ui/toast.tsx'
import { ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'

type RecordingRules = Required<NonNullable<TelephonyBody<'PATCH /company/recording-rules'>>>

const notices = ['none', 'tone', 'announcement'] as const

const audiences = ['outside', 'everybody'] as const

/** How people learn that they are recorded, and who may listen. For the owner. */
export function RecordingRulesCard() {
  const { client } = usePortal()
  const rules = useQuery({
    queryKey: portalKeys.recordingRules,
    queryFn: ({ signal }) => client.call('GET /company/recording-rules', {}, undefined, { signal }),
  })
  return (
    <Card title={p.company.recording.title}>
      {rules.error !== null && <ErrorState error={rules.error} onRetry={rules.refetch} />}
      {rules.isFetching && !rules.data && <LoadingState />}
      {rules.data && <RecordingRulesForm stored={rules.data} />}
    </Card>
  )
}

function RecordingRulesForm({ stored }: { stored: RecordingRules }) {
  const { client } = usePortal()
  const queries = useQueryClient()
  const texts = p.company.recording
  const draft = useDraft({
    stored,
    async save(patch) {
      const changed = await client.call('PATCH /company/recording-rules', {}, patch)
      queries.setQueryData(portalKeys.recordingRules, changed)
      showToast(t.ui.saved)
    },
  })
  return (
    <DraftForm draft={draft}>
      <p>{texts.intro}</p>
      <DraftFields
        draft={draft}
        fields={[
          {
            kind: 'row',
            fields: [
              {
                kind: 'select',
                at: '/notice',
                label: texts.notice,
                options: notices.map((value) => ({ value, text: texts.notices[value] })),
              },
              {
                kind: 'select',
                at: '/notice_to',
                label: texts.audience,
                options: audiences.map((value) => ({ value, text: texts.audiences[value] })),
              },
            ],
          },
          { kind: 'switch', at: '/participants_listen', label: texts.participants },
          {
            kind: 'switch',
            at: '/administrators_listen',
            label: texts.administrators,
            hint: texts.administratorsHint,
          },
        ]}
      />
      <SaveBar draft={draft} />
    </DraftForm>
  )
}
