import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { p } from '../../texts/portal-texts.ts'
import { t } from '../../texts/texts.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { FieldGrid } from '../../ui/section-page.tsx'
import { showToast } from '../../ui/toast.tsx'
import { DraftNumber } from '../forms/draft-fields.tsx'
import { DraftForm } from '../forms/draft-form.tsx'
import { SaveBar } from '../forms/save-bar.tsx'
import { useDraft } from '../forms/use-draft.ts'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'

interface Retention {
  calls_days: number | null
  voicemail_days: number | null
}

export function RetentionForm({ stored }: { stored: Retention }) {
  const { client } = usePortal()
  const queries = useQueryClient()
  const [asks, setAsks] = useState(false)
  const texts = p.company.retention
  const draft = useDraft({
    stored,
    async save(patch) {
      queries.setQueryData(portalKeys.retention, await client.call('PATCH /company/retention', {}, patch))
      showToast(t.ui.saved)
    },
  })
  const deletesMore = (['calls_days', 'voicemail_days'] as const).some((name) => {
    const days = Number(draft.value(`/${name}`) ?? '')
    return days > 0 && days < (stored[name] ?? Infinity)
  })
  return (
    <DraftForm draft={draft} onSubmit={() => (deletesMore ? setAsks(true) : void draft.submit())}>
      <p>{texts.intro}</p>
      <FieldGrid>
        <DraftNumber at="/calls_days" label={texts.calls} unit={texts.days} hint={texts.hint} />
        <DraftNumber at="/voicemail_days" label={texts.voicemail} unit={texts.days} hint={texts.hint} />
      </FieldGrid>
      <SaveBar draft={draft} />
      {asks && (
        <ConfirmDialog
          title={texts.confirmTitle}
          confirm={texts.confirm}
          // The form shows what is wrong.
          onConfirm={() => draft.submit()}
          onClose={() => setAsks(false)}
        >
          {texts.confirmText}
        </ConfirmDialog>
      )}
    </DraftForm>
  )
}
